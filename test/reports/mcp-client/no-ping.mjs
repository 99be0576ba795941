// Answers a ping with "method not found": modelcontextprotocol/csharp-sdk#1390
import { run } from '../bases/mcp-client.mjs';

await run({ answer: () => ({ error: { code: -32601, message: 'no such method' } }) });
