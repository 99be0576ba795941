// Reports an error on a stream as a result: topcheer/ggcode#73
import { Refusal, serve } from '../bases/a2a-server.mjs';

serve({
  streamed: (event) => (event.status?.state === 'failed' ? new Refusal(-32603, 'task timed out') : event),
  failed: (_, error) => ({ result: { error } }),
});
