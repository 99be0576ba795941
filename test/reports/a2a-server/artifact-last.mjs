// Sends the last artifact of a task after its final status: agentscope-ai/agentscope-java#1490
import { serve } from '../bases/a2a-server.mjs';

async function* late(events) {
  let kept;
  for await (const event of events) {
    if (kept && event.final) yield event;
    if (kept) yield kept;
    if (!(kept && event.final) && !event.lastChunk) yield event;
    kept = event.lastChunk ? event : undefined;
  }
}
serve({ ordered: late });
