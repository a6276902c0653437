"""Plays the steps of standard input at a control plane, one after the other, and prints what each came to as JSON.

Arguments: the address of /mcp, the file of the authority, the mode of the client ("auto" or "legacy"). The token is in
the environment, as FAROL_TOKEN.
"""

import asyncio
import json
import os
import ssl
import sys

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client


async def play(client: Client, step: dict) -> object:
    try:
        came = await getattr(client, step["method"])(*step.get("arguments", []))
    except MCPError as error:
        return {"error": {"code": error.error.code, "message": error.error.message}}
    return came.model_dump(mode="json", by_alias=True, exclude_none=True)


async def main(address: str, authority: str, mode: str) -> None:
    headers = {"authorization": f"Bearer {os.environ['FAROL_TOKEN']}"}
    trusting = httpx2.AsyncClient(headers=headers, verify=ssl.create_default_context(cafile=authority))
    async with trusting, Client(streamable_http_client(address, http_client=trusting), mode=mode) as client:
        begun = {
            "version": client.protocol_version,
            "server": client.server_info.name,
            "capabilities": client.server_capabilities.model_dump(mode="json", by_alias=True, exclude_none=True),
            "instructions": client.instructions,
        }
        print(json.dumps([begun, *[await play(client, step) for step in json.load(sys.stdin)]]))


asyncio.run(main(*sys.argv[1:]))
