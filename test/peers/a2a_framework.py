"""An agent of Microsoft's Agent Framework, served over A2A by its A2AExecutor. There is no model: the first word of a message says what
the agent does.

a2a_framework.py PORT
"""

import asyncio
import sys

import uvicorn
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import InMemoryTaskStore
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill
from agent_framework import AgentResponse, AgentResponseUpdate, BaseAgent, Content, Message, ResponseStream
from agent_framework_a2a import A2AExecutor
from starlette.applications import Starlette

port = int(sys.argv[1])


class Words(BaseAgent):
    def run(self, messages=None, *, stream=False, session=None, **_):
        word, _, rest = str(messages).partition(" ")

        async def pieces():
            if word == "fail":
                raise RuntimeError("It did not work out.")
            if word == "wait":
                await asyncio.sleep(10)
            for piece in range(1, 4) if word == "slow" else ():
                await asyncio.sleep(0.5)
                yield AgentResponseUpdate(role="assistant", contents=[Content.from_text(f"piece {piece}\n")])
            if word != "slow":
                yield AgentResponseUpdate(role="assistant", contents=[Content.from_text(rest or word)])

        async def whole():
            contents = [content async for update in pieces() for content in update.contents]
            return AgentResponse(messages=[Message(role="assistant", contents=contents)])

        return ResponseStream(pieces(), finalizer=AgentResponse.from_updates) if stream else whole()


url = f"http://127.0.0.1:{port}"
card = AgentCard(
    name="words",
    description="Does what the first word of a message says.",
    version="1.0.0",
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="words", name="words", description="Does what the first word says.", tags=["test"])],
    supported_interfaces=[
        AgentInterface(url=f"{url}/{path}", protocol_binding=binding, protocol_version="1.0")
        for path, binding in (("rpc", "JSONRPC"), ("rest", "HTTP+JSON"))
    ],
)
handler = DefaultRequestHandler(
    agent_executor=A2AExecutor(Words(name="words"), stream=True), task_store=InMemoryTaskStore(), agent_card=card
)
routes = [
    *create_agent_card_routes(card),
    *create_jsonrpc_routes(handler, rpc_url="/rpc"),
    *create_rest_routes(handler, path_prefix="/rest"),
]
uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=port, log_level="warning")
