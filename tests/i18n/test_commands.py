"""Commands say what is wrong in the language they speak: the one they are told, or the one the system is set to."""

from pathlib import Path

import pytest

from tests.cli.helpers import in_process


@pytest.mark.parametrize(
    ("arguments", "german"),
    [
        (["replay", "none"], "es gibt keine Datei none; prüfe den Namen"),
        (["verify", "."], ". ist ein Ordner; gebraucht wird eine Aufzeichnung einer Partie"),
        (["position", "."], "gebraucht wird eine Stellung"),
        (["verify", "x", "--commitment", "abc"], "--commitment: ein Versprechen ist der SHA-256 eines Startwerts"),
        (["rules", "F-99"], "eine Regel 'F-99' gibt es nicht; Kapitel F hat F-1 bis F-16 (`tiefenthal rules` nennt"),
        (["edition", "check", "none"], "diese Ausgabe kann nicht verwendet werden\nnone: diese Datei gibt es nicht"),
        (["puzzles", "--theme", "none"], "ein Thema 'none' gibt es nicht"),
        (["play", "--terminal", "--seat", "7"], "diese Partie hat die Plätze 1 bis 2, nicht 7"),
        (["play", "--terminal", "--bots", "gredy"], "ist greedy gemeint?"),
        (["play", "--port", "99999"], "ein Port ist eine Zahl von 0 bis 65535, nicht 99999"),
        (["review", "none", "--budget", "0"], "in Prozent der Arbeit des Meisters, nicht 0; gib --budget anders an"),
        (["rules", "--language", "klingon"], "für 'klingon' hat das Spiel keine Worte"),
        (["simulate", "--games", "0"], "at least one game must be played"),
    ],
)
def test_what_is_wrong_is_told_in_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], german: str
) -> None:
    """As the system is set; commands for research speak English."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    ran = in_process(capsys, *arguments)
    assert ran.code in (1, 2)
    assert german in ran.err
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert german not in in_process(capsys, *arguments).err or arguments[0] == "simulate"


def test_an_edition_file_in_a_language(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    ran = in_process(capsys, "edition", "new", path, "--language", "de")
    assert ran.out.startswith(f"{path} ist geschrieben. Zeilen mit # HOUSE enthalten Zahlen von uns")
    assert ran.out.endswith(f"Danach: tiefenthal edition check {path}\n")
    ran = in_process(capsys, "edition", "check", path, "--language", "de")
    assert ran.code == 0
    assert "ist eine brauchbare Ausgabe: My own box" in ran.out
    path.write_text(path.read_text(encoding="utf-8").replace("rounds = 8", "rounds = 7"), encoding="utf-8")
    ran = in_process(capsys, "edition", "check", path, "--language", "de")
    assert ran.code == 1
    assert "supply.rounds: muss 8 sein; da steht 7" in ran.err
