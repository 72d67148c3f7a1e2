"""Prints the regions and features that bcbio-gff reads from a GFF3 file that gzip has compressed."""
import gzip
import json
import sys

from BCBio import GFF

regions = []
with gzip.open(sys.argv[1], "rt", encoding="utf-8") as lines:
    for record in GFF.parse(lines):
        features = [
            {
                "type": feature.type,
                "start": int(feature.location.start),
                "end": int(feature.location.end),
                "strand": feature.location.strand,
                "id": feature.id,
                "qualifiers": feature.qualifiers,
            }
            for feature in record.features
        ]
        bounds = record.annotations.get("sequence-region", [])
        regions.append({"id": record.id, "bounds": bounds, "features": features})
json.dump(regions, sys.stdout)
