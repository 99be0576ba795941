// Reads each data line of an event as a message of its own, and so a call has no result: profullstack/sh1pt#705
import { run } from '../bases/mcp-client.mjs';

function isJson(text) {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

await run({
  dataOf(lines) {
    const said = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
    if (said.some((line) => line !== '') && !said.some(isJson)) throw new Error('no result');
    return said.find(isJson) ?? '';
  },
});
