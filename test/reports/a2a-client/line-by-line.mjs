// Reads each line of a stream as a message of its own: a2aproject/a2a-samples#358
import { run } from '../bases/a2a-client.mjs';

await run({ dataOf: (lines) => lines.map((line) => line.replace(/^data: ?/, '')).at(-1) });
