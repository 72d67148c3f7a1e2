"""Prints a YAML file as JSON, read by PyYAML."""

import json
import sys

import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    print(json.dumps({str(key): value for key, value in yaml.safe_load(file).items()}))
