"""Reads every example of a bundle as the class that was made of its definition, and writes it again.

usage: round-trip.py BUNDLE MODULE; prints one line for each example that does not come back as it was, and a count.
"""

import importlib.util
import json
import sys

from pydantic import TypeAdapter

with open(sys.argv[1]) as file:
    definitions = json.load(file)["$defs"]
spec = importlib.util.spec_from_file_location("made", sys.argv[2])
made = importlib.util.module_from_spec(spec)
sys.modules["made"] = made
spec.loader.exec_module(made)

count = 0
for name, definition in definitions.items():
    adapter = TypeAdapter(getattr(made, name[0].upper() + name[1:]))
    for example in definition["examples"]:
        count += 1
        try:
            value = adapter.validate_python(example)
            written = json.loads(adapter.dump_json(value, by_alias=True, exclude_unset=True))
        except Exception as error:  # noqa: BLE001
            written = str(error)
        if written != example:
            print(f"{name}: {json.dumps(example)} became {json.dumps(written)}")
print(f"{count} examples")
