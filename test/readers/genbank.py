"""Prints what Biopython reads from GenBank flat files: a list of a file's records."""
import json
import sys
import warnings

from Bio import SeqIO

warnings.simplefilter("ignore")


def feature(found):
    parts = [[int(part.start), int(part.end), part.strand] for part in found.location.parts]
    return {"type": found.type, "parts": parts, "qualifiers": found.qualifiers}


def record(found):
    return {
        "name": found.name,
        "sequence": str(found.seq),
        "circular": found.annotations.get("topology") == "circular",
        "features": [feature(one) for one in found.features],
    }


json.dump([[record(one) for one in SeqIO.parse(name, "genbank")] for name in sys.argv[1:]], sys.stdout)
