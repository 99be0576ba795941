// Cuts the output of a terminal in the middle of a character: carlos-algms/agentic.nvim#317
import { run } from '../bases/acp-client.mjs';

await run({ lastOf: (output, limit) => Buffer.from(output).subarray(-limit).toString() });
