// Sends the whole file whichever lines were asked for: agentrq/acp-gateway#62
import { run } from '../bases/acp-client.mjs';

await run({ linesOf: (content) => content });
