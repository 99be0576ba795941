"""A server on version 2 of the official SDK for Python, for 2025-11-25 and 2026-07-28.

python_server.py [PORT]    with a port over Streamable HTTP, else over stdio
"""

import asyncio
import sys

from mcp.server.mcpserver import Context, MCPServer

port = int(sys.argv[1]) if len(sys.argv) > 1 else None
server = MCPServer("kit-sdk")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def echo(text: str) -> str:
    """Says what it is told."""
    return text


@server.tool()
def check_stock(item: str) -> str:
    """Fails, whatever it is asked for."""
    raise ValueError(f"nothing is known of {item}")


@server.tool()
async def count_slowly(context: Context, steps: int = 5) -> str:
    """Counts, and says how far it is."""
    for step in range(steps):
        await context.report_progress(step + 1, steps)
        await asyncio.sleep(0.08)
    return f"{steps}"


@server.resource("kit://greeting")
def greeting() -> str:
    """A text."""
    return "hello"


@server.resource("kit://bytes", mime_type="application/octet-stream")
def some_bytes() -> bytes:
    """No text."""
    return b"\x00\x01"


@server.resource("kit://greetings/{name}")
def greeting_of(name: str) -> str:
    """A text for somebody."""
    return f"hello {name}"


@server.prompt()
def summary() -> str:
    """A prompt without arguments."""
    return "Say in a sentence what this is about."


@server.prompt()
def translation(text: str) -> str:
    """A prompt that needs a text."""
    return f"Translate: {text}"


if port is None:
    server.run()
else:
    server.run(transport="streamable-http", host="127.0.0.1", port=port)
