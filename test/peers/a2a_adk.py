"""An agent of Google's ADK, served by its to_a2a over A2A. There is no model: the first word of a message says what the agent does.

a2a_adk.py PORT
"""

import asyncio
import sys
from collections.abc import AsyncGenerator

import uvicorn
from google.adk.a2a.utils.agent_to_a2a import to_a2a
from google.adk.agents import BaseAgent
from google.adk.events import Event
from google.genai import types

port = int(sys.argv[1])


class Words(BaseAgent):
    async def _run_async_impl(self, ctx) -> AsyncGenerator[Event, None]:
        said = "".join(part.text or "" for part in ctx.user_content.parts)
        word, _, rest = said.partition(" ")

        def says(*parts: types.Part, **more) -> Event:
            content = types.Content(role="model", parts=list(parts))
            return Event(author=self.name, invocation_id=ctx.invocation_id, content=content, **more)

        if word == "fail":
            raise RuntimeError("It did not work out.")
        if word == "wait":
            await asyncio.sleep(10)
        if word == "ask":
            call = types.FunctionCall(id="call-1", name="ask_user", args={"question": "Which colour?"})
            yield says(types.Part(function_call=call), long_running_tool_ids={"call-1"})
            return
        if word == "slow":
            for piece in range(1, 4):
                await asyncio.sleep(0.5)
                yield says(types.Part(text=f"piece {piece}\n"), partial=True)
        yield says(types.Part(text=rest or word))


app = to_a2a(Words(name="words", description="Does what the first word of a message says."), host="127.0.0.1", port=port)
uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")
