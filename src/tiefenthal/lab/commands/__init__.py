"""The commands of the lab, which `tiefenthal` finds as plug-ins (pyproject.toml, `tiefenthal.commands`)."""
