"""`python -m tiefenthal.app.cli` is the command."""

from tiefenthal.app.cli import main

if __name__ == "__main__":
    main()
