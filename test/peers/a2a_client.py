"""A client on version 1 of the official SDK for Python, over JSON-RPC or HTTP+JSON of A2A 1.0. Sends one message and reports what came of
it, as one line of JSON.

a2a_client.py JSONRPC|HTTP+JSON URL [--stream] [--cancel] [--answer] [--webhook] [--extended-card] [--token TOKEN]
"""

import asyncio
import json
import sys
import uuid

import httpx
from a2a.client import ClientConfig, ClientFactory
from a2a.types import (
    CancelTaskRequest,
    GetExtendedAgentCardRequest,
    GetTaskRequest,
    Message,
    Part,
    Role,
    SendMessageConfiguration,
    SendMessageRequest,
    TaskPushNotificationConfig,
    TaskState,
)
from a2a.utils.errors import JSON_RPC_ERROR_CODE_MAP

binding, url, *flags = sys.argv[1:]
SETTLED = ("completed", "canceled", "failed", "rejected", "input-required", "auth-required")
artifacts: dict[str, str] = {}
seen = {"text": "", "state": None, "task": None, "message": False}


def text_of(parts) -> str:
    return "".join(part.text for part in parts)


def give(artifact, append: bool = False) -> None:
    artifacts[artifact.artifact_id] = (artifacts.get(artifact.artifact_id, "") if append else "") + text_of(artifact.parts)
    seen["text"] = "".join(artifacts.values())


def turn(status) -> None:
    seen["state"] = TaskState.Name(status.state).replace("TASK_STATE_", "").lower().replace("_", "-")


def take_task(task) -> None:
    seen["task"] = task
    for artifact in task.artifacts:
        give(artifact)
    turn(task.status)


def take(event) -> None:
    kind = event.WhichOneof("payload")
    if kind == "task":
        take_task(event.task)
    elif kind == "message":
        seen.update(text=text_of(event.message.parts), message=True)
    elif kind == "artifact_update":
        give(event.artifact_update.artifact, event.artifact_update.append)
    elif kind == "status_update":
        turn(event.status_update.status)


def message(configuration=None, **more) -> SendMessageRequest:
    body = Message(message_id=str(uuid.uuid4()), role=Role.ROLE_USER, parts=[Part(text="hello")], **more)
    return SendMessageRequest(message=body, configuration=configuration)


async def work(http: httpx.AsyncClient) -> None:
    config = ClientConfig(streaming="--stream" in flags, httpx_client=http, supported_protocol_bindings=[binding])
    client = await ClientFactory(config).create_from_url(url)
    if "--extended-card" in flags:
        await client.get_extended_agent_card(GetExtendedAgentCardRequest())
    goes_on = "--webhook" in flags or "--cancel" in flags
    async for event in client.send_message(message(SendMessageConfiguration(return_immediately=True) if goes_on else None)):
        take(event)
    if "--stream" in flags:
        if not seen["message"] and seen["state"] not in SETTLED:
            raise RuntimeError("the stream was cut off")
        return
    task = seen["task"]
    if task is None:
        return
    if "--webhook" in flags:
        config = TaskPushNotificationConfig(task_id=task.id, url="http://127.0.0.1:9/")
        await client.create_task_push_notification_config(config)
    if "--cancel" in flags:
        take_task(await client.cancel_task(CancelTaskRequest(id=task.id)))
    if "--answer" in flags and seen["state"] == "input-required":
        async for event in client.send_message(message(task_id=task.id, context_id=task.context_id)):
            take(event)
    while seen["state"] not in SETTLED:
        await asyncio.sleep(0.5)
        take_task(await client.get_task(GetTaskRequest(id=task.id)))


def outcome(**more) -> dict:
    return {"text": seen["text"], **({"state": seen["state"]} if seen["state"] else {}), **more}


async def main() -> None:
    headers = {"Authorization": f"Bearer {flags[flags.index('--token') + 1]}"} if "--token" in flags else {}
    async with httpx.AsyncClient(headers=headers) as http:
        try:
            await work(http)
            print(json.dumps({"ok": True, "value": outcome()}))
        except Exception as error:
            code = JSON_RPC_ERROR_CODE_MAP.get(type(error))
            print(json.dumps({"ok": False, "value": outcome(**({} if code is None else {"code": code})), "error": str(error)}))
            sys.exit(1)


asyncio.run(main())
