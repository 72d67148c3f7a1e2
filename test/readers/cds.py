"""Prints the CDS that Biopython and bcbio-gff find in annotation files: of each file, where they lie and what they encode."""
import json
import sys
import warnings

from BCBio import GFF
from Bio import SeqIO

warnings.simplefilter("ignore")
starts = {"ATG", "GTG", "TTG", "CTG", "ATT", "ATC", "ATA"}


def flat(features):
    for one in features:
        yield one
        yield from flat(one.sub_features)


def records(name):
    if not name.endswith(".gff"):
        return [(one.seq, one.features) for one in SeqIO.parse(name, "genbank")]
    with open(name, encoding="utf-8") as lines:
        return [(one.seq, list(flat(one.features))) for one in GFF.parse(lines)]


def translated(found, sequence):
    told = found.qualifiers.get("translation")
    if told is not None:
        return told[0].rstrip("*")
    table = found.qualifiers.get("transl_table", ["11"])[0]
    skipped = int(found.qualifiers.get("codon_start", ["1"])[0]) - 1
    bases = found.extract(sequence)[skipped:]
    protein = str(bases[: len(bases) // 3 * 3].translate(table=int(table) if table.isdigit() else 11))
    # A start codon is read as methionine, unless the gene begins before it.
    if str(bases[:3]).upper() in starts and not str(found.location.start).startswith("<"):
        protein = "M" + protein[1:]
    return protein.removesuffix("*")


def gene(found, sequence):
    location = found.location
    phrog = found.qualifiers.get("phrog", [""])[0]
    return {
        "Start": int(location.start),
        "Stop": int(location.end),
        "Length": len(location),
        "Orientation": "F" if location.strand == 1 else "R",
        "Translation": translated(found, sequence),
        "phrog": int(phrog) if phrog.isdigit() else None,
        # bcbio-gff takes each comma as one between values.
        "category": ",".join(found.qualifiers.get("function", [])),
    }


def genes(name):
    return [gene(one, sequence) for sequence, features in records(name) for one in features if one.type == "CDS"]


json.dump([genes(name) for name in sys.argv[1:]], sys.stdout)
