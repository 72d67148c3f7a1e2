"""Prints what bcbio-gff reads from GFF3 files: a list of a file's sequences with their features."""
import json
import sys
import warnings

from BCBio import GFF

warnings.simplefilter("ignore")
own = {"source", "score", "phase"}


def flat(features):
    for one in features:
        yield one
        yield from flat(one.sub_features)


def feature(found):
    place = [int(found.location.start), int(found.location.end), found.location.strand or 0]
    texts = {key: value for key, value in found.qualifiers.items() if key not in own}
    return {"type": found.type, "place": place, "qualifiers": texts}


def record(found):
    return {
        "name": found.id,
        "sequence": str(found.seq),
        "features": [feature(one) for one in flat(found.features)],
    }


def read(name):
    with open(name, encoding="utf-8") as lines:
        return [record(one) for one in GFF.parse(lines)]


json.dump([read(name) for name in sys.argv[1:]], sys.stdout)
