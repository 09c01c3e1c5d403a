"""python -m tiefenthal.engine.to_c FOLDER: writes rules.h and rules.c there."""

import sys
from pathlib import Path

from tiefenthal.engine.to_c.program import write
from tiefenthal.engine.to_c.sources import Untranslatable

if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
    sys.exit("name the folder that rules.h and rules.c go to: python -m tiefenthal.engine.to_c FOLDER")
try:
    write(Path(sys.argv[1]))
except Untranslatable as problem:
    sys.exit(str(problem))
