"""Validates one CycloneDX 1.6 document strictly, reads it back and prints what it has as JSON. Argument: the file."""

import json
import sys

from cyclonedx.model.bom import Bom
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

with open(sys.argv[1]) as file:
    text = file.read()
fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
if fault is not None:
    print(json.dumps({"fault": f"{fault.data.json_path}: {fault.data.validator}"}))
    sys.exit()
bom = Bom.from_json(json.loads(text))
# Raises where the relations of the document do not hold, such as a reference that occurs twice.
bom.validate()
print(
    json.dumps(
        {
            "subject": [bom.metadata.component.name, bom.metadata.component.version],
            "purls": sorted(str(one.purl) for one in bom.components),
            "references": len({one.bom_ref.value for one in bom.components}),
        }
    )
)
