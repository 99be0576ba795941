"""A protected server in Python: on the official SDK of version 1 (`sdk`) or 2 (`sdk2`), or on FastMCP (`fastmcp`).

python_server.py sdk|sdk2|fastmcp PORT, with the variables ISSUER, AUDIENCE and JWKS_URL
"""

import asyncio
import os
import sys
import urllib.parse

import jwt

kind, port = sys.argv[1], int(sys.argv[2])
ISSUER, AUDIENCE, JWKS_URL = (os.environ[name] for name in ("ISSUER", "AUDIENCE", "JWKS_URL"))
SCOPES = ["mcp:use"]

if kind == "fastmcp":
    from fastmcp import FastMCP
    from fastmcp.server.auth import RemoteAuthProvider, require_scopes
    from fastmcp.server.auth.providers.jwt import JWTVerifier
else:
    from mcp.server.auth.provider import AccessToken
    from mcp.server.auth.settings import AuthSettings


class Verifier:
    """What the SDK leaves to its users: whether a token is good, and what it says."""

    keys = jwt.PyJWKClient(JWKS_URL)

    def claims(self, token):
        try:
            key = self.keys.get_signing_key_from_jwt(token).key
            return jwt.decode(token, key, algorithms=["ES256"], issuer=ISSUER, audience=AUDIENCE)
        except jwt.PyJWKClientConnectionError:
            raise
        except jwt.PyJWTError:
            return None

    async def verify_token(self, token):
        claims = await asyncio.to_thread(self.claims, token)
        if claims is None:
            return None
        known = {"subject": claims["sub"], "claims": claims} if "subject" in AccessToken.model_fields else {}
        return AccessToken(
            token=token,
            client_id=claims.get("client_id", ""),
            scopes=claims.get("scope", "").split(),
            expires_at=claims.get("exp"),
            resource=AUDIENCE,
            **known,
        )


def protected():
    """The server without its tools, and how it is run."""
    at = {"host": "127.0.0.1", "port": port}
    if kind == "fastmcp":
        verifier = JWTVerifier(
            jwks_uri=JWKS_URL, issuer=ISSUER, audience=AUDIENCE, algorithm="ES256", required_scopes=SCOPES
        )
        base = urllib.parse.urljoin(AUDIENCE, "/")
        auth = RemoteAuthProvider(token_verifier=verifier, authorization_servers=[ISSUER], base_url=base)
        server = FastMCP("protected-fastmcp", auth=auth)
        return server, lambda: server.run(transport="http", **at)
    more = {"validate_token_resource": True} if "validate_token_resource" in AuthSettings.model_fields else {}
    auth = AuthSettings(issuer_url=ISSUER, resource_server_url=AUDIENCE, required_scopes=SCOPES, **more)
    if kind == "sdk2":
        from mcp.server.mcpserver import MCPServer

        server = MCPServer("protected-sdk2", token_verifier=Verifier(), auth=auth)
        return server, lambda: server.run(transport="streamable-http", **at)
    from mcp.server.fastmcp import FastMCP as SdkServer

    server = SdkServer("protected-sdk", token_verifier=Verifier(), auth=auth, **at)
    return server, lambda: server.run(transport="streamable-http")


server, run = protected()


@server.tool()
def echo(text: str) -> str:
    """Returns its text."""
    return text


def erase(text: str) -> str:
    """Needs a scope that the other tool does not need."""
    return f"erased {text}"


# The official SDK knows no scopes of one tool.
if kind == "fastmcp":
    server.tool(auth=require_scopes("mcp:admin"))(erase)

run()
