// Decodes each chunk of its server's output alone, so that a character in two chunks is lost: punkpeye/mcp-proxy#89
import { run } from '../bases/mcp-client.mjs';

await run({ decoder: () => (chunk) => chunk.toString('utf8') });
