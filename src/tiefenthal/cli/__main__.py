"""`python -m tiefenthal.cli` is the command."""

from tiefenthal.cli import main

if __name__ == "__main__":
    main()
