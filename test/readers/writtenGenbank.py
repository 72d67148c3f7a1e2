"""Prints what Biopython reads from GenBank flat files that may give it no cause for a warning."""
import json
import sys
import warnings

from Bio import SeqIO

warnings.simplefilter("error")


def feature(found, sequence):
    parts = [[int(part.start), int(part.end), part.strand] for part in found.location.parts]
    told = {"type": found.type, "parts": parts, "qualifiers": found.qualifiers}
    return {**told, "bases": str(found.extract(sequence)) if found.type == "CDS" else ""}


def record(found):
    return {
        "name": found.name,
        "id": found.id,
        "description": found.description,
        "organism": found.annotations.get("organism"),
        "topology": found.annotations.get("topology"),
        "date": found.annotations.get("date"),
        "sequence": str(found.seq),
        "features": [feature(one, found.seq) for one in found.features],
    }


json.dump([[record(one) for one in SeqIO.parse(name, "genbank")] for name in sys.argv[1:]], sys.stdout)
