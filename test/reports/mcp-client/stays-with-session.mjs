// Begins no new session when its own has ended with 404: modelcontextprotocol/rust-sdk#733
import { run } from '../bases/mcp-client.mjs';

await run({ beginsAnew: false });
