"""Prints what Biopython reads from a FASTA file that gzip has compressed: a list of id, description, sequence."""
import gzip
import json
import sys

from Bio import SeqIO

with gzip.open(sys.argv[1], "rt", encoding="utf-8") as lines:
    records = [[r.id, r.description, str(r.seq)] for r in SeqIO.parse(lines, "fasta")]
json.dump(records, sys.stdout)
