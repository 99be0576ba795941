"""A client on the official SDK for Python, of version 1 (`sdk`, 2025-11-25) or 2 (`sdk2`, 2025-11-25, 2026-07-28 or either), or on FastMCP
(`fastmcp`), over stdio and Streamable HTTP. Does what its flags say, tells what came of it as one line of JSON.

python_client.py sdk|sdk2|fastmcp [--url URL] [FLAG...] [-- COMMAND ARG...]
"""

import argparse
import asyncio
import json
import os
import pathlib
import sys
from contextlib import asynccontextmanager
from datetime import timedelta

parser = argparse.ArgumentParser()
parser.add_argument("kind", choices=["sdk", "sdk2", "fastmcp"])
for flag in "url version call arguments list read watch prompt complete level user".split():
    parser.add_argument(f"--{flag}")
for flag in "times cancel-after roots-after list-again-after timeout".split():
    parser.add_argument(f"--{flag}", type=int)
words = sys.argv[1:]
at = words.index("--") if "--" in words else len(words)
flags = parser.parse_args(words[:at])
command = words[at + 1 :]
given = json.loads(flags.arguments or "{}")
seconds = (flags.timeout or 100_000) / 1000

if flags.kind == "sdk2":
    import mcp_types as types
else:
    import mcp.types as types

roots = [(pathlib.Path.cwd().as_uri(), "work")]


def typed(model, value):
    """A value of a type of the SDK, from the names that it has on the wire."""
    return model.model_validate(value)


async def list_roots(context):
    return typed(types.ListRootsResult, {"roots": [{"uri": uri, "name": name} for uri, name in roots]})


async def decide(refused):
    if flags.user == "ponder":
        await asyncio.Event().wait()
    return {None: "accept", "dismiss": "cancel"}.get(flags.user, refused)


async def sample(context, params):
    if getattr(params, "tools", None) or getattr(params, "toolChoice", None) or getattr(params, "tool_choice", None):
        return types.ErrorData(code=-32602, message="This client did not declare tools in sampling")
    if await decide("decline") == "decline":
        return types.ErrorData(code=-1, message="User rejected sampling request")
    said = {"type": "text", "text": "Hello."}
    result = {"role": "assistant", "model": "of-the-kit", "content": said, "stopReason": "endTurn"}
    return typed(types.CreateMessageResult, result)


def simplest(field):
    """The simplest value that the schema of a field allows, or its default."""
    if "default" in field:
        return field["default"]
    if field.get("type") == "array":
        items = field["items"]
        choices = items.get("enum") or [one["const"] for one in items["anyOf"]]
        return choices[: field.get("minItems", 0)]
    choices = field.get("enum") or [one["const"] for one in field.get("oneOf", [])]
    if choices:
        return choices[0]
    if field.get("type") == "boolean":
        return True
    if field.get("type") == "string":
        fitting = {"email": "a@example.com", "uri": "https://example.com/", "date": "2025-11-25"}
        fitting["date-time"] = "2025-11-25T00:00:00Z"
        text = "text".ljust(field.get("minLength", 0), ".")[: field.get("maxLength")]
        return fitting.get(field.get("format"), text)
    least = max(field.get("minimum", 1), 1)
    return min(least, field.get("maximum", least))


DIALECT = "https://json-schema.org/draft/2020-12/schema"


async def elicit(context, params):
    action = await decide("decline")
    asked = params.model_dump(by_alias=True)
    if action != "accept" or asked.get("mode") == "url":
        return typed(types.ElicitResult, {"action": action})
    schema = asked["requestedSchema"]
    if schema.get("$schema", DIALECT) != DIALECT:
        return types.ErrorData(code=-32602, message=f"The dialect {schema['$schema']} is not supported")
    content = {name: simplest(schema["properties"][name]) for name in schema.get("required") or []}
    return typed(types.ElicitResult, {"action": action, "content": content})


updated = asyncio.Event()


async def hear(message):
    if "ResourceUpdated" in repr(type(getattr(message, "root", message))):
        updated.set()


CALLBACKS = {
    "sampling_callback": sample,
    "elicitation_callback": elicit,
    "list_roots_callback": list_roots,
    "message_handler": hear,
}


class Sdk:
    """Version 1: a session over the streams of a transport."""

    def __init__(self, session):
        self.session = session

    @classmethod
    @asynccontextmanager
    async def connect(cls):
        from mcp import ClientSession, StdioServerParameters
        from mcp.client.stdio import stdio_client
        from mcp.client.streamable_http import streamable_http_client

        if flags.url:
            transport = streamable_http_client(flags.url)
        else:
            transport = stdio_client(StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ)))
        async with transport as (read, write, *_):
            async with ClientSession(read, write, timedelta(seconds=seconds), **CALLBACKS) as session:
                await session.initialize()
                yield cls(session)

    def capabilities(self):
        return self.session.get_server_capabilities()

    def call(self, progress):
        return self.session.call_tool(flags.call, given, progress_callback=progress)

    def page(self, what, cursor):
        params = types.PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        return getattr(self.session, f"list_{what}")(params=params)

    def read(self, uri):
        return self.session.read_resource(uri)

    async def watch(self, uri):
        await self.session.subscribe_resource(uri)
        await updated.wait()
        return await self.read(uri)

    def prompt(self):
        return self.session.get_prompt(flags.prompt, given)

    def complete(self, ref, argument):
        model = types.PromptReference if ref["type"] == "ref/prompt" else types.ResourceTemplateReference
        return self.session.complete(typed(model, ref), argument)

    def level(self):
        return self.session.set_logging_level(flags.level)

    def roots_changed(self):
        return self.session.send_roots_list_changed()


class Around(Sdk):
    """A client around a session."""

    def __init__(self, client):
        super().__init__(client.session)
        self.client = client


class Sdk2(Around):
    """Version 2: its client keeps what may be kept and answers what a call asks for."""

    @classmethod
    @asynccontextmanager
    async def connect(cls):
        from mcp import Client, StdioServerParameters

        server = flags.url or StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
        mode = {"2025-11-25": "legacy", "either": "auto"}.get(flags.version, flags.version)
        async with Client(server, mode=mode, read_timeout_seconds=seconds, **CALLBACKS) as client:
            yield cls(client)

    def capabilities(self):
        # Told to speak one version of today, it does not ask what the server has.
        return None if flags.version == "2026-07-28" else self.client.server_capabilities

    def call(self, progress):
        return self.client.call_tool(flags.call, given, progress_callback=progress)

    def page(self, what, cursor):
        return getattr(self.client, f"list_{what}")(cursor=cursor)

    def read(self, uri):
        return self.client.read_resource(uri)

    async def watch(self, uri):
        if flags.version == "2025-11-25":
            return await super().watch(uri)
        async with self.client.listen(resource_subscriptions=[uri]) as subscription:
            await anext(aiter(subscription))
            return await self.read(uri)

    def prompt(self):
        return self.client.get_prompt(flags.prompt, given)


class Fastmcp(Around):
    """FastMCP's client, as far as it goes beyond its session."""

    @classmethod
    @asynccontextmanager
    async def connect(cls):
        from fastmcp import Client
        from fastmcp.client.elicitation import ElicitResult
        from fastmcp.client.transports import StdioTransport

        async def sampled(messages, params, context):
            result = await sample(context, params)
            if isinstance(result, types.ErrorData):
                raise RuntimeError(result.message)
            return result

        async def elicited(message, response_type, params, context):
            result = await elicit(context, params)
            return ElicitResult(action=result.action, content=result.content)

        transport = flags.url or StdioTransport(command[0], command[1:], env=dict(os.environ))
        rooted = [typed(types.Root, {"uri": uri, "name": name}) for uri, name in roots]
        handlers = {"sampling_handler": sampled, "elicitation_handler": elicited, "message_handler": hear}
        async with Client(transport, roots=rooted, timeout=seconds, **handlers) as client:
            yield cls(client)

    def call(self, progress):
        return self.client.call_tool_mcp(flags.call, given, progress_handler=progress)

    def prompt(self):
        return self.client.get_prompt_mcp(flags.prompt, given)


async def whole(peer, what):
    what = {"templates": "resource_templates"}.get(what, what)
    found, cursor = [], None
    while True:
        page = (await peer.page(what, cursor)).model_dump(by_alias=True, mode="json")
        found += next(value for value in page.values() if isinstance(value, list))
        cursor = page.get("nextCursor")
        if cursor is None:
            return found


async def tell_progress(progress, total, message):
    pass


async def calls(peer):
    if flags.cancel_after is not None:
        first = asyncio.create_task(peer.call(None))
        await asyncio.sleep(flags.cancel_after / 1000)
        first.cancel()
        await asyncio.wait([first])
        return [{"cancelled": True}, await peer.call(None)]
    if flags.roots_after is not None:

        async def change():
            await asyncio.sleep(flags.roots_after / 1000)
            roots.append(("file:///another/root", "another"))
            await peer.roots_changed()

        changing = asyncio.create_task(change())
        result = await peer.call(None)
        await changing
        return [result]
    if flags.times is None:
        return [await peer.call(None)]
    return await asyncio.gather(*(peer.call(tell_progress) for _ in range(flags.times)))


# What a server must have for it to be asked. The SDK leaves that to its users.
NEEDS = {"list": None, "call": "tools", "read": "resources", "watch": "resources", "prompt": "prompts"}
NEEDS |= {"complete": "completions", "level": "logging"}
LISTED = {"templates": "resources"}


async def refuse(reason):
    # FastMCP ends its server before what it has written has gone out.
    await asyncio.sleep(0.2)
    raise RuntimeError(reason)


async def check(capabilities):
    for flag, needed in NEEDS.items():
        value = getattr(flags, flag)
        capability = needed or LISTED.get(value, value)
        if value and getattr(capabilities, capability, None) is None:
            await refuse(f"the server offers no {capability}")
    if flags.watch and flags.version != "2026-07-28" and not capabilities.resources.subscribe:
        await refuse("the server takes no subscriptions")


async def act(peer):
    """What it did, in its order."""
    capabilities = peer.capabilities()
    if capabilities is not None:
        await check(capabilities)
    done = []
    if flags.list:
        done.append(await whole(peer, flags.list))
        if flags.list_again_after is not None:
            await asyncio.sleep(flags.list_again_after / 1000)
            done.append(await whole(peer, flags.list))
    if flags.call:
        done += await calls(peer)
    if flags.read:
        done += [await peer.read(flags.read) for _ in range(flags.times or 1)]
    if flags.watch:
        done.append(await peer.watch(flags.watch))
    if flags.prompt:
        done.append(await peer.prompt())
    if flags.complete:
        done.append(await peer.complete(**json.loads(flags.complete)))
    if flags.level:
        done.append(await peer.level())
    return done


def plain(value):
    return value.model_dump(by_alias=True, mode="json", exclude_none=True) if hasattr(value, "model_dump") else value


def cause(error):
    """What lies at the bottom of the groups in which tasks fail."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


async def main():
    kinds = {"sdk": Sdk, "sdk2": Sdk2, "fastmcp": Fastmcp}
    try:
        async with kinds[flags.kind].connect() as peer:
            results = [plain(value) for value in await act(peer)]
        print(json.dumps({"ok": True, "value": {"results": results}}), flush=True)
    except Exception as error:
        print(json.dumps({"ok": False, "error": cause(error)}), flush=True)
        sys.exit(1)


asyncio.run(main())
