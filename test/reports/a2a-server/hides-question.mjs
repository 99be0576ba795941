// A stream does not say that its task waits for input, and stays open: topcheer/ggcode#1073
import { serve } from '../bases/a2a-server.mjs';

async function* open(events) {
  for await (const event of events) {
    if (event.status?.state === 'input-required' && event.kind !== 'task') await new Promise(() => undefined);
    yield event;
  }
}
serve({ ordered: open });
