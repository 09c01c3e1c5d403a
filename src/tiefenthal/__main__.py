"""`python -m tiefenthal` is the command."""

from tiefenthal.cli import main

if __name__ == "__main__":
    main()
