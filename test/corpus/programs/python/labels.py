"""Labels of parcels: /items?item=N answers the label of parcel N with its check sum."""

import subprocess
import zlib

from service import app, second, start


def checksum_of(label):
    if second:
        done = subprocess.run(["cksum"], input=label, stdout=subprocess.PIPE, check=True)
        return int(done.stdout.split()[0])
    return zlib.crc32(label)


@app.route("/items")
def make_label(query):
    parcel = int(query["item"])
    label = f"PARCEL {parcel:08d} LISBOA {parcel % 60:02d} EXPRESS".encode()
    return {"label": label.decode(), "checksum": checksum_of(label)}


start()
