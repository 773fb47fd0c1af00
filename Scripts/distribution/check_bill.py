"""Checks a bill of materials against the schema of CycloneDX: check-bill FILE"""

import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(pathlib.Path(sys.argv[1]).read_text())
if problem is not None:
    sys.exit(f"{sys.argv[1]}: {problem}")
