"""A server on FastMCP: of the official SDK (`sdk`, PyPI mcp 1.x) or of the package of that name (`fastmcp`), or on
what it became in the SDK (`sdk2`, PyPI mcp 2.x), for 2025-11-25 and 2026-07-28.

fastmcp_server.py sdk|sdk2|fastmcp [PORT]    with a port over Streamable HTTP, else over stdio
"""

import asyncio
import sys

kind, *rest = sys.argv[1:]
if kind == "sdk":
    from mcp.server.fastmcp import Context, FastMCP
elif kind == "sdk2":
    from mcp.server.mcpserver import Context, MCPServer as FastMCP
else:
    from fastmcp import Context, FastMCP

NAME = f"kit-{kind}"
port = int(rest[0]) if rest else None
server = FastMCP(NAME, host="127.0.0.1", port=port or 8000) if kind == "sdk" else FastMCP(NAME)


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


async def describe_user(context: Context) -> str:
    """Says something to the log of the client."""
    await context.info("looked for the user")
    return "nobody"


# The log is deprecated in 2026-07-28, and version 2 of the SDK warns about it.
if kind != "sdk2":
    server.tool()(describe_user)


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
elif kind == "sdk":
    server.run(transport="streamable-http")
elif kind == "sdk2":
    server.run(transport="streamable-http", host="127.0.0.1", port=port)
else:
    server.run(transport="http", host="127.0.0.1", port=port)
