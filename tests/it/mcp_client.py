"""Lists and calls the tools with the official MCP client, in both eras of the protocol; prints what came as JSON.

Usage: mcp_client.py ADDRESS SESSION [HEADER=VALUE ...]
"""

import asyncio
import json
import sys

import httpx2
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

CLAIM = "Violent crime in Chicago dropped 17% this year"


async def talk(address, session, headers, mode):
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        async with Client(streamable_http_client(address, http_client=http), mode=mode) as client:
            tools = (await client.list_tools()).tools
            good = await client.call_tool("context_check", {"claim": CLAIM})
            bad = await client.call_tool("context_check", {})
            templates = (await client.list_resource_templates()).resource_templates
            summary = await client.read_resource(f"truthy://sessions/{session}/summary")
            try:
                await client.read_resource("truthy://sessions/never_seen/summary")
                unknown = None
            except MCPError as error:
                unknown = error.error.code
            return {
                "version": client.protocol_version,
                "server": client.server_info.name if client.server_info else None,
                "tools": [tool.name for tool in tools],
                "output_schemas": sum(tool.output_schema is not None for tool in tools),
                "structured": good.structured_content,
                "is_error": [good.is_error, bad.is_error],
                "bad": bad.content[0].text,
                "templates": [template.uri_template for template in templates],
                "resources": len((await client.list_resources()).resources),
                "summary": json.loads(summary.contents[0].text),
                "unknown": unknown,
            }


async def main():
    address, session, *pairs = sys.argv[1:]
    headers = dict(pair.split("=", 1) for pair in pairs)
    eras = {mode: await talk(address, session, headers, mode) for mode in ("legacy", "auto")}
    print(json.dumps(eras))


asyncio.run(main())
