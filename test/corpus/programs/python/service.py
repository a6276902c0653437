"""What every service of this folder is started with, and how it says that it listens."""

import argparse
import os
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "site-packages"))

from smallweb import App  # noqa: E402

arguments = argparse.ArgumentParser()
arguments.add_argument("--port", type=int, required=True)
arguments.add_argument("--upstream", default="")
options = arguments.parse_args()

#: The second of the two versions is running.
second = os.environ.get("CORPUS_VERSION") == "2"

app = App()


def start():
    app.serve(options.port, lambda: print("ready", flush=True))
