// A runtime of the bridge for tests: in each prompt it asks its host for every request that stands in the file of its first
// argument, and writes what it heard to the file of the second. With --refuse it opens no session.
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [asks, heard, ...flags] = process.argv.slice(2);
const log = [];
const waiting = new Map();
const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    say({ id, method, params });
  });

async function prompt({ id, params }) {
  log.push({ prompt: params.prompt });
  for (const { notify, method, params: given } of JSON.parse(readFileSync(asks, 'utf8'))) {
    if (notify) say({ method: notify, params: given });
    else {
      const { result, error } = await ask(method, given);
      log.push({ [method]: error ? error.code : result });
    }
  }
  say({ id, result: { stopReason: 'end_turn' } });
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    const { id, method } = message;
    if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
    else if (method === 'session/new' && flags.includes('--refuse'))
      say({ id, error: { code: -32000, message: 'no room' } });
    else if (method === 'session/new') say({ id, result: { sessionId: 's1' } });
    else if (method === 'session/prompt') void prompt(message);
    else if (method === undefined) waiting.get(id)?.(message);
    else log.push({ note: method });
  })
  .on('close', () => writeFileSync(heard, JSON.stringify(log)));
process.stderr.write('the runtime is here\n');
