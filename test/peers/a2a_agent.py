"""An agent on version 1 of the official SDK for Python, which serves 1.0, and 0.3 by its layer of compatibility, over JSON-RPC and REST.

a2a_agent.py PORT    the first word of a message says what the agent does
"""

import asyncio
import sys

import httpx
import uvicorn
from a2a.helpers import new_task_from_user_message
from a2a.server.agent_execution import AgentExecutor, RequestContext
from a2a.server.events import EventQueue
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import BasePushNotificationSender, InMemoryPushNotificationConfigStore, InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentInterface, AgentSkill, Part, TaskState
from starlette.applications import Starlette

port = int(sys.argv[1])
ENDS = {
    "ask": TaskState.TASK_STATE_INPUT_REQUIRED,
    "sign-in": TaskState.TASK_STATE_AUTH_REQUIRED,
    "reject": TaskState.TASK_STATE_REJECTED,
    "fail": TaskState.TASK_STATE_FAILED,
}


def texts(said: str) -> list[Part]:
    return [Part(text=said)]


class Words(AgentExecutor):
    async def execute(self, context: RequestContext, event_queue: EventQueue) -> None:
        word, _, rest = context.get_user_input().partition(" ")
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        if word == "quick":
            await event_queue.enqueue_event(updater.new_agent_message(texts(rest)))
            return
        if context.current_task is None:
            await event_queue.enqueue_event(new_task_from_user_message(context.message))
        await updater.start_work()
        if word == "slow":
            for piece in range(1, 4):
                await asyncio.sleep(0.5)
                await updater.add_artifact(texts(f"piece {piece}\n"), artifact_id="a", append=piece > 1, last_chunk=piece == 3)
        if word == "wait":
            await asyncio.sleep(10)
        if word in ENDS:
            await updater.update_status(ENDS[word], updater.new_agent_message(texts(f"It is {word}.")))
            return
        if word not in ("slow", "wait"):
            await updater.add_artifact(texts(rest or word), artifact_id="a", last_chunk=True)
        await updater.complete()

    async def cancel(self, context: RequestContext, event_queue: EventQueue) -> None:
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


url = f"http://127.0.0.1:{port}"
card = AgentCard(
    name="a2a-python agent",
    description="Does what the first word of a message says.",
    version="1.0.0",
    capabilities=AgentCapabilities(streaming=True, push_notifications=True),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="words", name="words", description="Does what the first word says.", tags=["test"])],
    supported_interfaces=[
        AgentInterface(url=f"{url}/{path}", protocol_binding=binding, protocol_version=version)
        for version in ("1.0", "0.3")
        for path, binding in (("rpc", "JSONRPC"), ("rest", "HTTP+JSON"))
    ],
)
webhooks = InMemoryPushNotificationConfigStore()
handler = DefaultRequestHandler(
    agent_executor=Words(),
    task_store=InMemoryTaskStore(),
    agent_card=card,
    push_config_store=webhooks,
    push_sender=BasePushNotificationSender(httpx.AsyncClient(), webhooks),
)
routes = [
    *create_agent_card_routes(card),
    *create_jsonrpc_routes(handler, rpc_url="/rpc", enable_v0_3_compat=True),
    *create_rest_routes(handler, path_prefix="/rest", enable_v0_3_compat=True),
]
uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=port, log_level="warning")
