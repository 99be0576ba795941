// Answers the first ping of its server and no other: punkpeye/mcp-remote#155
import { run } from '../bases/mcp-client.mjs';

let pings = 0;
await run({
  answer({ method }) {
    if (method !== 'ping') return { error: { code: -32601, message: 'no such method' } };
    return ++pings === 1 ? { result: {} } : undefined;
  },
});
