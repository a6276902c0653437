"""Starts the emulator without its geography functions, which it would download at every first start."""

import sys

from bqemulator.cli import main
from bqemulator.storage.engine import DuckDBEngine

DuckDBEngine._load_spatial = lambda self: None
DuckDBEngine._load_format_extensions = lambda self: None

sys.exit(main())
