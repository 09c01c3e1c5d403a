"""The address of a database: what is understood, and that its password is shown to nobody."""

import copy
import pickle
from pathlib import Path

import pytest

from tiefenthal.server.config import Config
from tiefenthal.server.store.postgres.address import (
    VARIABLE,
    Address,
    AddressError,
    from_command_line,
    from_environment,
    is_address,
)

SECRET = "s3cret"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"postgresql://inn:{SECRET}@db.example:5433/games", "postgresql://inn@db.example:5433/games"),
        (
            f"postgres://inn:{SECRET}@db.example/games?sslmode=require",
            "postgresql://inn@db.example/games?sslmode=require",
        ),
        (f"postgresql:///games?host=/run/pg&password={SECRET}&user=inn", "postgresql:///games?host=/run/pg"),
        (f"postgresql://inn@/games?host=/run/pg&sslpassword={SECRET}", "postgresql://inn@/games?host=/run/pg"),
        ("postgresql://", "postgresql://"),
    ],
)
def test_an_address_is_shown_without_its_password(text: str, shown: str) -> None:
    address = Address(text)
    assert address.for_driver() == text
    for each in (address, copy.copy(address), pickle.loads(pickle.dumps(address))):
        assert str(each) == shown
        assert each == address
        assert SECRET not in f"{each} {each!r} {[each]}"
    assert SECRET not in repr(Config(Path("x"), database=address))
    assert address.redacted(f"refused {SECRET}!") == ("refused ***!" if SECRET in text else f"refused {SECRET}!")


def test_a_password_is_taken_out_however_it_is_written() -> None:
    address = Address("postgresql://inn:a%2Fb%40c@db/games")
    assert address.redacted("a/b@c, a%2Fb%40c") == "***, ***"


@pytest.mark.parametrize(
    "text",
    [
        f"mysql://inn:{SECRET}@db/games",
        f"inn:{SECRET}@db/games",
        f"postgresql://inn:{SECRET}@db:port/games",
        f"postgresql://inn:{SECRET}#x@db/games",
        f"postgresql://inn:{SECRET}/x@db/games",
        f"postgresql://[{SECRET}/games",
    ],
)
def test_what_is_no_address_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(AddressError, match="is named like postgresql://user:password@host/name; ") as caught:
        Address(text)
    assert SECRET not in str(caught.value)


def test_the_environment_is_read_once_and_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert from_environment() is None
    monkeypatch.setenv(VARIABLE, "postgresql://inn@db/games")
    assert from_environment() == Address("postgresql://inn@db/games")
    assert from_environment() is None
    assert is_address("postgresql://x")
    assert not is_address("/srv/postgresql")


def test_a_command_line_shows_everybody_what_stands_there() -> None:
    assert from_command_line("postgresql://inn@db/games") == Address("postgresql://inn@db/games")
    for text in (
        f"postgresql://inn:{SECRET}@db/games",
        f"postgresql:///games?password={SECRET}",
        f"postgresql://inn@/games?sslpassword={SECRET}",
    ):
        with pytest.raises(AddressError, match=r"Leave the password out: .*TIEFENTHAL_DATABASE") as caught:
            from_command_line(text)
        assert SECRET not in str(caught.value)
