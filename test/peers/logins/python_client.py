"""A host on the OAuth client of the official SDK for Python, of version 1 (`sdk`) or 2 (`sdk2`), or of FastMCP (`fastmcp`). It signs in,
calls a tool, and says what came of it as one line of JSON. The first two hosts are their own browser; FastMCP starts that of BROWSER.

python_client.py sdk|sdk2|fastmcp --url URL --call TOOL --arguments JSON [FLAG...]
"""

import argparse
import asyncio
import contextlib
import json
import os
import pathlib
import sys
import urllib.parse
from urllib.request import urlopen

parser = argparse.ArgumentParser()
parser.add_argument("kind", choices=["sdk", "sdk2", "fastmcp"])
for flag in "url other call arguments version document client-id client-secret store program".split():
    parser.add_argument(f"--{flag}")
parser.add_argument("--times", type=int, default=1)
flags = parser.parse_args()
given = json.loads(flags.arguments)

PATIENCE = 30
NAME = "host-on-the-sdk"


class Callback:
    """The page that the user comes back to."""

    async def open(self):
        self.server = await asyncio.start_server(self.take, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}/callback"
        self.answers = asyncio.Queue()
        return self

    async def take(self, reader, writer):
        target = (await reader.readline()).split()[1].decode()
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()
        self.answers.put_nowait(dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(target).query)))

    async def visit(self, page):
        if not page.startswith(("http://", "https://")):
            raise RuntimeError("a page of another scheme is not opened")
        if flags.program:
            return await asyncio.create_subprocess_exec(*json.loads(flags.program), page)
        # It goes where the page sends it, and what is shown there is nothing to it.
        self.visiting = asyncio.create_task(asyncio.to_thread(self.follow, page))

    def follow(self, page):
        with contextlib.suppress(OSError):
            urlopen(page).close()

    async def answer(self):
        answer = await asyncio.wait_for(self.answers.get(), PATIENCE)
        code, state = answer.get("code", ""), answer.get("state")
        if "error" in answer and "iss" not in answer:
            raise RuntimeError("the login was refused")
        if flags.kind == "sdk":
            return code, state
        from mcp.shared.auth import AuthorizationCodeResult

        return AuthorizationCodeResult(code=code, state=state, iss=answer.get("iss"))


class Storage:
    """What the host keeps of its logins, in a file if there is one."""

    def __init__(self, models, file):
        self.models = models
        self.file = pathlib.Path(file) if file else None
        self.kept = json.loads(self.file.read_text()) if self.file and self.file.exists() else {}
        if flags.client_id:
            self.kept["client"] = {"client_id": flags.client_id, "redirect_uris": None}
            if flags.client_secret:
                self.kept["client"]["client_secret"] = flags.client_secret
                # Version 1 sends no secret unless its user says how.
                if flags.kind == "sdk":
                    self.kept["client"]["token_endpoint_auth_method"] = "client_secret_basic"

    def get(self, name):
        return self.models[name].model_validate(self.kept[name]) if name in self.kept else None

    def set(self, name, value):
        self.kept[name] = value.model_dump(mode="json", exclude_none=True)
        if self.file:
            self.file.write_text(json.dumps(self.kept))

    async def get_tokens(self):
        return self.get("tokens")

    async def set_tokens(self, tokens):
        self.set("tokens", tokens)

    async def get_client_info(self):
        return self.get("client")

    async def set_client_info(self, client):
        self.set("client", client)


async def provider(url):
    from mcp.client.auth import OAuthClientProvider
    from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

    callback = await Callback().open()
    metadata = OAuthClientMetadata(
        client_name=NAME,
        redirect_uris=[callback.url],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
        token_endpoint_auth_method="client_secret_basic" if flags.client_secret else "none",
    )
    return OAuthClientProvider(
        url,
        metadata,
        Storage({"tokens": OAuthToken, "client": OAuthClientInformationFull}, flags.store),
        redirect_handler=callback.visit,
        callback_handler=callback.answer,
        **({"client_metadata_url": flags.document} if flags.document else {}),
    )


@contextlib.asynccontextmanager
async def connected_sdk(url):
    import httpx
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with httpx.AsyncClient(auth=await provider(url), timeout=PATIENCE) as http:
        async with streamable_http_client(url, http_client=http) as (read, write, *_):
            async with ClientSession(read, write) as session:
                await session.initialize()
                yield session


@contextlib.asynccontextmanager
async def connected_sdk2(url):
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    mode = "legacy" if flags.version == "2025-11-25" else flags.version
    async with httpx2.AsyncClient(auth=await provider(url), timeout=PATIENCE) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            yield client


@contextlib.asynccontextmanager
async def connected_fastmcp(url):
    from fastmcp import Client
    from fastmcp.client.auth import OAuth

    if flags.program:
        import shlex

        os.environ["BROWSER"] = shlex.join(json.loads(flags.program)) + " %s"
    chosen = {
        "client_metadata_url": flags.document,
        "client_id": flags.client_id,
        "client_secret": flags.client_secret or None,
        "token_storage": disk(),
        "callback_timeout": PATIENCE,
    }
    auth = OAuth(client_name=NAME, **{name: value for name, value in chosen.items() if value})
    async with Client(url, auth=auth) as client:
        yield client


def disk():
    if not flags.store:
        return None
    from key_value.aio.stores.filetree import FileTreeStore

    pathlib.Path(flags.store).mkdir(exist_ok=True)
    return FileTreeStore(data_directory=flags.store)


async def main():
    connected = {"sdk": connected_sdk, "sdk2": connected_sdk2, "fastmcp": connected_fastmcp}[flags.kind]
    for url in filter(None, [flags.url, flags.other]):
        async with connected(url) as client:
            await asyncio.gather(*(client.call_tool(flags.call, given) for _ in range(flags.times)))


def cause(error):
    """What lies at the bottom of the groups in which tasks fail."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


try:
    asyncio.run(main())
    print(json.dumps({"ok": True}), flush=True)
except BaseException as error:
    print(json.dumps({"ok": False, "error": cause(error)}), flush=True)
    sys.exit(1)
