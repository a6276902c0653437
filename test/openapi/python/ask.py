"""Asks with the generated client. Arguments: the address of a control plane, and the file of its authority.

A session is read from the environment, as FAROL_COOKIE. Prints JSON.
"""

import importlib
import json
import os
import pkgutil
import ssl
import sys

import client
from client.api.fleet import get_api_fleet
from client.api.installation import get_api_ca_pem, get_readyz
from client.api.people import get_api_people

modules = [one.name for one in pkgutil.walk_packages(client.__path__, "client.")]
for name in modules:
    importlib.import_module(name)

address, authority = sys.argv[1:]
trusted = ssl.create_default_context(cafile=authority)
stranger = client.Client(base_url=address, verify_ssl=trusted)
member = stranger.with_headers({"cookie": os.environ["FAROL_COOKIE"]})

ready = get_readyz.sync(client=stranger)
refused = get_api_fleet.sync_detailed(client=stranger)
with open(authority) as file:
    is_same = get_api_ca_pem.sync(client=member) == file.read()
print(
    json.dumps(
        {
            "ready": [ready.status.value, ready.store.value],
            "refused": [int(refused.status_code), refused.parsed.error.code],
            "authority": is_same,
            "people": [one.name for one in get_api_people.sync(client=member).people],
            "operations": len([name for name in modules if name.count(".") == 3]),
        }
    )
)
