"""Prints what pandas reads from a table: its columns, the types it finds by itself, and every cell as text."""
import json
import sys

import pandas

file = sys.argv[1]
as_text = pandas.read_csv(file, sep="\t", dtype=str, keep_default_na=False)
as_found = pandas.read_csv(file, sep="\t", keep_default_na=False, na_values=[""])
json.dump(
    {
        "columns": list(as_text.columns),
        "types": {name: str(kind) for name, kind in as_found.dtypes.items()},
        "rows": as_text.values.tolist(),
    },
    sys.stdout,
)
