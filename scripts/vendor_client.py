"""Other people's work in the browser client: libraries and fonts, taken from npm and pinned by checksum.

`scripts/vendor_client.py` fetches the pinned packages with `npm pack` and writes `browser/vendor` and
`browser/fonts`. `--check` needs no network: it proves that the files in the tree are the pinned ones.

Two kinds of files differ from upstream. In the libraries bare import specifiers are relative paths, because browsers
cannot resolve bare ones without an import map; nothing else is changed, so turning the specifiers back must give
upstream's checksum again, and `--check` does that. The Latin fonts, which everybody loads, are cut in two (their
licence reserves no name): the letters of the client's languages with lining figures, and the other letters, which are
loaded only when a name has one of them. That leaves less than half. Cutting needs fonttools with brotli, and another
version of these may write other bytes for the same letters.
"""

import argparse
import hashlib
import importlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

STATIC = Path(__file__).resolve().parent.parent / "src" / "tiefenthal" / "browser"
LIST = "CHECKSUMS.txt"
HEADER = "# SHA-256 of the upstream file, SHA-256 of ours, package, version, upstream file, our file\n"
COLUMNS = 6

# What stands for a bare specifier in our copies. The libraries lie in one folder.
SPECIFIERS = {
    "preact": "./preact.js",
    "preact/hooks": "./hooks.js",
    "@preact/signals-core": "./signals-core.js",
}
# The letters of English, German, French and Spanish, Ukrainian's apostrophe, and the signs that texts use.
LATIN = (
    "20-7E A0-A1 AB B7 BA-BB BF-C2 C4 C7-CB CD-CF D1 D3-D4 D6-D7 D9-DC DF-E2 E4 E7-EB ED-EF F1 F3-F4 F6 F9-FC 152-153 "
    "2BC 2013-2014 2018-201A 201C-201E 2026 202F 2039-203A 2191 2193 2212"
)
# Other letters and signs that upstream's Latin fonts have.
MORE = "A2-AA AC AE-B6 B8-B9 BC-BE C3 C5-C6 CC D0 D2 D5 D8 DD-DE E3 E5-E6 EC F0 F2 F5 F7-F8 FD-FF 2010-2012 2022 20AC"
# What of a font's features is kept; lining figures are made its only figures. Ligatures are hardly seen, nor is kerning
# in the few lines that are set in italics.
FEATURES = {"normal": ["kern"], "italic": []}
IMPORT = re.compile(r"""(\bfrom|\bimport)(\s*)(["'])([^"'\n]+)\3""")


class Source(NamedTuple):
    """One file of a package and where our copy of it lies."""

    package: str
    version: str
    upstream: str
    ours: str


class Line(NamedTuple):
    """A line of the list of checksums."""

    upstream_sum: str
    our_sum: str
    source: Source


def _font_files() -> Iterable[Source]:
    """The Latin letters, and those that are loaded only when a text needs them."""
    cuts = {"alegreya": ("800-normal", "500-italic"), "alegreya-sans": ("500-normal", "700-normal")}
    for family, styles in cuts.items():
        package = f"@fontsource/{family}"
        for letters in ("latin", "latin-more", "latin-ext", "cyrillic"):
            for style in styles:
                upstream = f"files/{family}-{letters.removesuffix('-more')}-{style}.woff2"
                yield Source(package, "5.3.0", upstream, f"{family}-{letters}-{style}.woff2")
        yield Source(package, "5.3.0", "LICENSE", f"OFL-{family}.txt")


# For each folder under browser/ what is taken from where.
FOLDERS: dict[str, tuple[Source, ...]] = {
    "vendor": (
        Source("preact", "11.2.0", "dist/preact.mjs", "lib/preact.js"),
        Source("preact", "11.2.0", "hooks/dist/hooks.mjs", "lib/hooks.js"),
        Source("preact", "11.2.0", "LICENSE", "licences/preact.txt"),
        Source("@preact/signals-core", "1.14.5", "dist/signals-core.mjs", "lib/signals-core.js"),
        Source("@preact/signals-core", "1.14.5", "LICENSE", "licences/signals-core.txt"),
        Source("@preact/signals", "2.11.4", "dist/signals.mjs", "lib/signals.js"),
        Source("@preact/signals", "2.11.4", "LICENSE", "licences/signals.txt"),
        Source("htm", "3.1.1", "dist/htm.mjs", "lib/htm.js"),
        Source("htm", "3.1.1", "LICENSE", "licences/htm.txt"),
        Source("lean-qr", "2.7.4", "index.mjs", "lib/lean-qr.js"),
        Source("lean-qr", "2.7.4", "LICENSE", "licences/lean-qr.txt"),
    ),
    "fonts": tuple(_font_files()),
}
# Our own files in these folders: the modules that gather the libraries, their types, and the list itself.
OWN = {"vendor": {"preact.js", "preact.d.ts", "qr.js", "qr.d.ts", LIST}, "fonts": {LIST}}


def sha256(data: bytes) -> str:
    """The checksum as it stands in the lists."""
    return hashlib.sha256(data).hexdigest()


def specifiers(code: str) -> list[str]:
    """Everything a module imports or re-exports from, in order."""
    return [match[4] for match in IMPORT.finditer(code)]


def is_cut(source: Source) -> bool:
    """Whether our copy is a font with fewer letters than upstream's."""
    return "-latin-" in source.ours and "-latin-ext-" not in source.ours


def _cut(data: bytes, letters: str, features: list[str]) -> bytes:
    """The font with these letters and features."""
    subset, fonts = importlib.import_module("fontTools.subset"), importlib.import_module("fontTools.ttLib")
    font = fonts.TTFont(io.BytesIO(data))
    substitutions = font["GSUB"].table
    lining: dict[str, str] = {}
    for feature in substitutions.FeatureList.FeatureRecord:
        for lookup in feature.Feature.LookupListIndex if feature.FeatureTag == "lnum" else ():
            for table in substitutions.LookupList.Lookup[lookup].SubTable:
                lining |= getattr(table, "ExtSubTable", table).mapping
    for characters in font["cmap"].tables:
        characters.cmap = {code: lining.get(glyph, glyph) for code, glyph in characters.cmap.items()}
    options = subset.Options(layout_features=features, hinting=False, name_IDs=[0, 13], flavor="woff2")
    cutter = subset.Subsetter(options)
    wanted = [part.partition("-") for part in letters.split()]
    cutter.populate(unicodes=[c for low, _, high in wanted for c in range(int(low, 16), int(high or low, 16) + 1)])
    cutter.subset(font)
    small = io.BytesIO()
    subset.save_font(font, small, options)
    return small.getvalue()


def _rewritten(data: bytes, names: dict[str, str]) -> bytes:
    """The module with the import specifiers exchanged that are in `names`, and not a byte else."""

    def exchanged(match: re.Match[str]) -> str:
        return f"{match[1]}{match[2]}{match[3]}{names.get(match[4], match[4])}{match[3]}"

    return IMPORT.sub(exchanged, data.decode()).encode()


def ours(source: Source, data: bytes) -> bytes:
    """Our copy of an upstream file."""
    if is_cut(source):
        style = source.ours.removesuffix(".woff2").rpartition("-")[2]
        return _cut(data, MORE if "-more-" in source.ours else LATIN, FEATURES[style])
    return _rewritten(data, SPECIFIERS) if source.ours.endswith(".js") else data


def theirs(source: Source, data: bytes) -> bytes:
    """The upstream file that our copy was made from."""
    back = {relative: bare for bare, relative in SPECIFIERS.items()}
    return _rewritten(data, back) if source.ours.endswith(".js") else data


def read_list(folder: Path) -> list[Line]:
    """The list of checksums of a folder."""
    lines = []
    for text in (folder / LIST).read_text(encoding="utf-8").splitlines():
        if text.startswith("#") or not text.strip():
            continue
        parts = text.split()
        if len(parts) != COLUMNS:
            raise ValueError(f"{folder / LIST}: a line has {len(parts)} columns instead of {COLUMNS}: {text}")
        lines.append(Line(parts[0], parts[1], Source(*parts[2:])))
    return lines


def faults(static: Path = STATIC) -> list[str]:
    """What is wrong with the files in the tree, one sentence each; empty when all is well."""
    found: list[str] = []
    for name, sources in FOLDERS.items():
        folder = static / name
        if not (folder / LIST).is_file():
            found.append(f"{name}/{LIST} is missing; run scripts/vendor_client.py.")
            continue
        lines = read_list(folder)
        if [line.source for line in lines] != list(sources):
            found.append(f"{name}/{LIST} does not name the pinned files; run scripts/vendor_client.py.")
        for line in lines:
            path = folder / line.source.ours
            label = f"{name}/{line.source.ours}"
            if not path.is_file():
                found.append(f"{label} is missing; run scripts/vendor_client.py.")
                continue
            data = path.read_bytes()
            if sha256(data) != line.our_sum:
                found.append(f"{label} was changed; vendored files are never edited by hand.")
            if not is_cut(line.source) and sha256(theirs(line.source, data)) != line.upstream_sum:
                found.append(f"{label} differs from {line.source.package} {line.source.version} in more than imports.")
            if path.suffix == ".js":
                bare = [wanted for wanted in specifiers(data.decode()) if not wanted.startswith("./")]
                found.extend(f"{label} imports {wanted}, which a browser cannot resolve." for wanted in bare)
        known = OWN[name] | {source.ours for source in sources}
        present = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        found.extend(f"{name}/{stray} is not in the list; remove it or add it." for stray in sorted(present - known))
    return found


def _packed(package: str, version: str, into: Path) -> Path:
    """The contents of a package, fetched from npm."""
    done = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", str(into), f"{package}@{version}"],
        check=True,
        capture_output=True,
        text=True,
    )
    archive = into / done.stdout.split()[-1]
    folder = into / archive.name.removesuffix(".tgz")
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return folder / "package"


def fetch(static: Path = STATIC) -> None:
    """Fetch everything that is pinned and write it, with new lists of checksums."""
    with tempfile.TemporaryDirectory() as scratch:
        packages: dict[tuple[str, str], Path] = {}
        for name, sources in FOLDERS.items():
            rows = [HEADER]
            for source in sources:
                key = (source.package, source.version)
                if key not in packages:
                    packages[key] = _packed(*key, Path(scratch))
                upstream = (packages[key] / source.upstream).read_bytes()
                mine = ours(source, upstream)
                target = static / name / source.ours
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(mine)
                rows.append(" ".join((sha256(upstream), sha256(mine), *source)) + "\n")
            (static / name / LIST).write_text("".join(rows), encoding="utf-8")


def main() -> int:
    """Fetch, or check what is there."""
    parser = argparse.ArgumentParser(description="Libraries and fonts of the browser client, pinned by checksum.")
    parser.add_argument("--check", action="store_true", help="verify the files in the tree, without the network")
    if not parser.parse_args().check:
        if shutil.which("npm") is None:
            print("npm is needed to fetch the packages; --check works without it.", file=sys.stderr)
            return 1
        try:
            fetch()
        except subprocess.CalledProcessError as error:
            print(f"npm could not fetch a package:\n{error.stderr}", file=sys.stderr)
            return 1
        except ImportError as error:
            print(f"Cutting the fonts needs fonttools and brotli: {error}", file=sys.stderr)
            return 1
    found = faults()
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
