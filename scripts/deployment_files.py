"""The files in deploy/, checked by the programs that read them, as far as these are installed."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from typer.core import TyperGroup
from typer.main import get_command

from harness.server import Failure
from tiefenthal.app.cli.app import assembled

ROOT: Final = Path(__file__).resolve().parents[1]
DEPLOY: Final = ROOT / "deploy"
UNITS: Final = ("tiefenthal.service", "tiefenthal@.service", "tiefenthal-think.service")
Say = Callable[[str], None]


class Missing(Exception):
    """A program that is not here; the message says how to get it."""


def program(name: str, package: str) -> str:
    """Where a program is. Raises Missing."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin:/usr/local/sbin")
    if found is None:
        raise Missing(f"{name} is not installed: sudo apt-get install {package}")
    return found


def check_command(words: list[str]) -> None:
    """The words after `tiefenthal`, as the command itself reads them. Raises Failure."""
    import click

    if not words or words[0] not in {"serve", "think"}:
        raise Failure(f"tiefenthal {shlex.join(words)}: serve or think was expected")
    group = get_command(assembled([words[0]]))
    assert isinstance(group, TyperGroup)
    command = group.commands[words[0]]
    try:
        command.make_context(words[0], words[1:])
    except click.ClickException as error:
        raise Failure(f"tiefenthal {shlex.join(words)}: {error.format_message()}") from None
    except Exception as error:  # typer brings a click of its own
        raise Failure(f"tiefenthal {shlex.join(words)}: {error}") from None


# --- systemd


def environment() -> dict[str, str]:
    """What environment.example sets."""
    lines = (DEPLOY / "environment.example").read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def check_units(say: Say) -> None:
    """Units start the command with options it has, from variables that environment.example sets; systemd reads them."""
    for name in UNITS:
        text = (DEPLOY / name).read_text("utf-8")
        found = re.search(r"^ExecStart=\S+/tiefenthal (.*)$", text, re.MULTILINE)
        if found is None:
            raise Failure(f"{name}: no ExecStart of tiefenthal")
        words = found[1].replace("%i", "8651")
        for variable in re.findall(r"\$\{(\w+)\}", words):
            if variable not in environment():
                raise Failure(f"{name}: {variable} is not in environment.example")
            words = words.replace(f"${{{variable}}}", environment()[variable])
        check_command(words.split())
        say(f"{name}: the command has its options")
    try:
        analyze = program("systemd-analyze", "systemd")
    except Missing as missing:
        say(f"units: not read by systemd; {missing}")
        return
    with tempfile.TemporaryDirectory(prefix="tiefenthal-units-") as folder:
        for name in UNITS:
            text = (DEPLOY / name).read_text("utf-8")
            unit = Path(folder) / name.replace("@.", "@8651.")
            unit.write_text(
                re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE), encoding="utf-8"
            )
            said = subprocess.run([analyze, "verify", unit], capture_output=True, text=True, check=False)
            if said.returncode or f"{unit.name}:" in said.stderr:
                raise Failure(f"systemd does not understand {name}:\n{said.stderr}")
            say(f"{name}: read by systemd-analyze verify")


# --- nginx


def certificate(folder: Path, name: str) -> tuple[Path, Path]:
    """A self-signed certificate, for a day."""
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    words = [program("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    words += ["-nodes", "-days", "1", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run([*words, "-keyout", key, "-out", chain], capture_output=True, check=True)
    return chain, key


def swap(text: str, old: str, new: str) -> str:
    """Put something in the place of what must be there."""
    if old not in text:
        raise Failure(f"{old!r} is no longer in the file that is shipped")
    return text.replace(old, new)


def proxy_folder(folder: Path, name: str, http: int, https: int, servers: list[int] | None, shipped: str) -> Path:
    """The shipped configuration of nginx, with ports, name and certificate of this run; the main file is ours."""
    chain, key = certificate(folder, name)
    text = (DEPLOY / "nginx" / "tiefenthal.conf").read_text("utf-8")
    text = swap(text, "listen 80;", f"listen 127.0.0.1:{http};")
    text = swap(text, "listen 443 ssl", f"listen 127.0.0.1:{https} ssl")
    text = swap(text, "/etc/ssl/tiefenthal/fullchain.pem", str(chain))
    text = swap(text, "/etc/ssl/tiefenthal/privkey.pem", str(key))
    text = swap(text, "server_name inn.example;", f"server_name {name};")
    (folder / "tiefenthal.conf").write_text(text, encoding="utf-8")
    text = (DEPLOY / "nginx" / shipped).read_text("utf-8")
    for shown, port in zip((8651, 8652, 8653), servers or [], strict=bool(servers)):
        text = swap(text, f"127.0.0.1:{shown} ", f"127.0.0.1:{port} ")
    (folder / "processes.conf").write_text(text, encoding="utf-8")
    for part in ("body", "proxy", "fastcgi", "uwsgi", "scgi"):
        (folder / part).mkdir()
    main = folder / "nginx.conf"
    user = "user root;\n" if os.geteuid() == 0 else ""  # the files of a temporary folder are nobody else's to read
    main.write_text(
        f"{user}worker_processes 1;\npid {folder}/pid;\nerror_log {folder}/error.log warn;\n"
        "events { worker_connections 1024; }\nhttp {\n"
        f"    client_body_temp_path {folder}/body;\n    proxy_temp_path {folder}/proxy;\n"
        f"    fastcgi_temp_path {folder}/fastcgi;\n    uwsgi_temp_path {folder}/uwsgi;\n"
        f"    scgi_temp_path {folder}/scgi;\n"
        f"    include {folder}/tiefenthal.conf;\n    include {folder}/processes.conf;\n}}\n",
        encoding="utf-8",
    )
    return main


def check_nginx(say: Say) -> None:
    """`nginx -t` on the shipped configuration."""
    try:
        nginx = program("nginx", "nginx")
        program("openssl", "openssl")
    except Missing as missing:
        say(f"nginx: not tried; {missing}")
        return
    for shipped in ("processes.conf", "processes-compose.conf"):
        with tempfile.TemporaryDirectory(prefix="tiefenthal-nginx-") as name:
            folder = Path(name)
            main = proxy_folder(folder, "inn.example", 18080, 18443, None, shipped)
            said = subprocess.run(
                [nginx, "-t", "-q", "-c", main, "-e", folder / "error.log"], capture_output=True, text=True, check=False
            )
            if said.returncode:
                raise Failure(f"nginx does not take tiefenthal.conf with {shipped}:\n{said.stderr}")
            # http2 as a word of `listen` is the form that old and new versions read; new ones say so.
            others = [
                line for line in said.stderr.splitlines() if '"listen ... http2" directive is deprecated' not in line
            ]
            if others:
                raise Failure(f"nginx about tiefenthal.conf with {shipped}: " + "\n".join(others))
            say(f"nginx/tiefenthal.conf with {shipped}: nginx -t takes it")


# --- containers


def instructions() -> Iterator[tuple[str, str]]:
    """The instructions of the Containerfile, lines joined."""
    text = re.sub(r"\\\n\s*", "", (DEPLOY / "Containerfile").read_text("utf-8"))
    for line in text.splitlines():
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest


def entrypoint() -> list[str]:
    """What the image starts."""
    found = [rest for word, rest in instructions() if word == "ENTRYPOINT"]
    words: list[str] = json.loads(found[-1])
    return words


def check_container(say: Say) -> None:
    """What is copied is there, what is started exists, and the shell commands do what can be done without an image."""
    known = {"FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT"}
    for word, rest in instructions():
        if word not in known:
            raise Failure(f"Containerfile: {word} is not an instruction that is expected")
        if word == "COPY" and not rest.startswith("--from"):
            for source in rest.split()[:-1]:
                if not (ROOT / source).exists():
                    raise Failure(f"Containerfile: {source} is not there to be copied")
        if word == "RUN" and subprocess.run(["sh", "-n", "-c", rest], capture_output=True, check=False).returncode:
            raise Failure(f"Containerfile: sh does not understand {rest}")
        if word == "RUN" and rest.startswith("awk "):
            driver = subprocess.run(["sh", "-c", rest.partition(" > ")[0]], cwd=ROOT, capture_output=True, check=True)
            if not re.match(rb"asyncpg==\S+ \\\n +--hash=", driver.stdout) or driver.stdout.count(b"==") != 1:
                raise Failure("Containerfile: the driver of PostgreSQL is not found in requirements.lock")
    words = entrypoint()
    if Path(words[0]).name != "tiefenthal":
        raise Failure("Containerfile: it does not start tiefenthal")
    check_command(words[1:])
    say("Containerfile: what it copies is there, its commands are understood, the server has its options")


def compose() -> Any:
    """The compose file as data."""
    import yaml

    return yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))


def check_compose(say: Say) -> None:
    """Services start commands with options they have, mount files that exist, and name each other's addresses."""
    found = compose()
    services = found["services"]
    addresses = {
        name: service["networks"]["inn"]["ipv4_address"]
        for name, service in services.items()
        if isinstance(service["networks"], dict)
    }
    ours = {name: service for name, service in services.items() if service["image"] == "tiefenthal"}
    for name, service in ours.items():
        words = [*service.get("entrypoint", entrypoint())[1:], *service["command"]]
        check_command([re.sub(r"\$\{PUBLIC_URL:.*\}", "https://inn.example", word) for word in words])
        if f"@{addresses['database']}/" not in service["environment"]["TIEFENTHAL_DATABASE"]:
            raise Failure(f"compose.yml: {name} does not ask the database at its address")
        if service["environment"]["FORWARDED_ALLOW_IPS"] != addresses["proxy"]:
            raise Failure(f"compose.yml: {name} does not believe the proxy, or believes others")
        if (
            DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]
        ).resolve() != DEPLOY / "Containerfile":
            raise Failure(f"compose.yml: {name} is built from another file")
    for name, service in services.items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("./") and source != "./certificates" and not (DEPLOY / source).exists():
                raise Failure(f"compose.yml: {name} mounts {source}, which is not there")
            if not source.startswith("./") and source not in found["volumes"]:
                raise Failure(f"compose.yml: {name} uses the volume {source}, which is not declared")
        for needed in service.get("depends_on", []):
            if needed not in services:
                raise Failure(f"compose.yml: {name} depends on {needed}, which is not there")
    serving = {f"{addresses[name]}:8642" for name in ours if name.startswith("inn")}
    upstream = (DEPLOY / "nginx" / "processes-compose.conf").read_text("utf-8")
    if set(re.findall(r"^\s+server (\S+)", upstream, re.MULTILINE)) != serving:
        raise Failure("nginx/processes-compose.conf names other servers than compose.yml has")
    watched = (DEPLOY / "watch" / "prometheus-compose.yml").read_text("utf-8")
    if set(re.findall(r'"([\d.]+:\d+)"', watched)) != serving:
        raise Failure("watch/prometheus-compose.yml watches other servers than compose.yml has")
    say(f"compose.yml: {len(services)} services; commands, addresses, files and volumes fit together")
    engine = shutil.which("docker") or shutil.which("podman")
    if engine is None:
        say("containers: there is no engine here (docker or podman), so no image was built and nothing started")
    else:
        say(f"containers: not built by this; {Path(engine).name} compose -f deploy/compose.yml build does it")


def check_scripts(say: Say) -> None:
    """The shell script is understood, and says what it wants when it is given nothing."""
    script = DEPLOY / "rolling-upgrade"
    subprocess.run(["sh", "-n", script], check=True)
    said = subprocess.run([script], capture_output=True, text=True, check=False)
    if said.returncode != 2 or "usage" not in said.stderr:
        raise Failure(f"rolling-upgrade without ports: {said.returncode}, {said.stderr}")
    say("rolling-upgrade: understood by sh")


def check_files(say: Say) -> None:
    """All of it."""
    for check in (check_units, check_nginx, check_container, check_compose, check_scripts):
        check(say)
