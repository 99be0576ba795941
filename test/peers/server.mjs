#!/usr/bin/env node
// A minimal MCP server over stdio for tests of whole runs. It does nothing wrong but what its flags say:
//
//   --log FILE      adds a line `PID METHOD` for each message that comes
//   --ping error    answers pings with an error
//   --ping hold     never answers a ping
//   --ping first    never answers the first ping
//   --ping meet=N   answers pings once N processes beside the first have had one, so that N must run at once
//   --once FILE     does so only where FILE is not there, and makes it: in one process of all, and never in the first
//   --ping loud     writes a line that is no message before it answers a ping
//   --tools         says that it has tools
//   --own-ways      lists a tool with a name of two words and with members of its own, which later revisions gave a meaning
//   --tool-error N  answers tools/list with an error of code N
//   --dies-of M     exits with code 1 when a request of method M comes. It dies of every line that is no JSON, too
//   --dies-after M  answers a request of method M, which it does not know, and exits with code 1
//   --speaks V      answers every initialize with version V
//   --begins-once   answers an initialize after the first with an error
//   --unknown CODE  answers what it does not know with an error of that code
//   --offers V      offers version V to those who ask for one that it does not know
//   --name-from V   is called what the environment variable V says
//   --ends FILE     adds a line for how it is ended: `eof` or `SIGTERM`
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const VERSION = '2025-11-25';
const OWN_TOOL = { name: 'two words', annotations: 'none', title: 7, icons: 'a.png', inputSchema: { type: 'object' } };
const { values: flags } = parseArgs({
  options: {
    log: { type: 'string' },
    ping: { type: 'string' },
    once: { type: 'string' },
    offers: { type: 'string', default: VERSION },
    'name-from': { type: 'string', default: '' },
    ends: { type: 'string' },
    tools: { type: 'boolean' },
    'own-ways': { type: 'boolean' },
    'tool-error': { type: 'string' },
    'dies-of': { type: 'string' },
    'dies-after': { type: 'string' },
    speaks: { type: 'string' },
    'begins-once': { type: 'boolean' },
    unknown: { type: 'string', default: '-32601' },
  },
});
// Whatever happens to the test, this ends.
setTimeout(() => process.exit(9), 60_000).unref();

const say = (message, said) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`, said);

/** What this process does about pings; decided at its first. */
let manner;
let pings = 0;
function mannerOfPing() {
  if (flags.ping === undefined || flags.once === undefined) return flags.ping;
  if (met().first === process.pid) return undefined;
  try {
    writeFileSync(flags.once, '', { flag: 'wx' });
    return flags.ping;
  } catch {
    return undefined;
  }
}

/** The processes that had a ping, in the order of their first messages, but for the first of all. */
function met() {
  const lines = readFileSync(flags.log, 'utf8').trimEnd().split('\n');
  const [first] = lines[0].split(' ');
  const pinged = lines.filter((line) => line.endsWith(' ping')).map((line) => line.split(' ')[0]);
  return { first: Number(first), others: new Set(pinged.filter((pid) => pid !== first)).size };
}

function ping(id) {
  manner ??= { is: mannerOfPing() };
  pings += 1;
  if (manner.is === 'error') say({ id, error: { code: -32603, message: 'no pong today' } });
  else if (manner.is === 'loud')
    process.stdout.write(`ping came\n${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
  else if (manner.is?.startsWith('meet=')) meet(id, Number(manner.is.slice('meet='.length)));
  else if (manner.is !== 'hold' && !(manner.is === 'first' && pings === 1)) say({ id, result: {} });
}

function meet(id, wanted) {
  const { first, others } = met();
  if (first === process.pid || others >= wanted) say({ id, result: {} });
  else setTimeout(() => meet(id, wanted), 20);
}

let hasBegun = false;
function initialize(id, { protocolVersion }) {
  if (hasBegun) {
    say({ id, error: { code: -32600, message: 'the session has begun' } });
    return;
  }
  hasBegun = flags['begins-once'] === true;
  const version = flags.speaks ?? (protocolVersion === VERSION ? VERSION : flags.offers);
  const serverInfo = { name: process.env[flags['name-from']] ?? 'test-server', version: '1.0.0' };
  say({ id, result: { protocolVersion: version, capabilities: flags.tools ? { tools: {} } : {}, serverInfo } });
}

function end(how) {
  if (flags.ends !== undefined) appendFileSync(flags.ends, `${how}\n`);
  process.exit(0);
}

process.on('SIGTERM', () => end('SIGTERM'));
function take(line) {
  const { id, method, params } = JSON.parse(line);
  if (flags.log !== undefined) appendFileSync(flags.log, `${process.pid} ${method}\n`);
  if (id === undefined) return;
  if (method === flags['dies-of']) process.exit(1);
  if (method === 'initialize') initialize(id, params);
  else if (method === 'ping') ping(id);
  else if (method === 'tools/list' && flags['own-ways']) say({ id, result: { tools: [OWN_TOOL] } });
  else if (method === 'tools/list' && flags['tool-error'] !== undefined)
    say({ id, error: { code: Number(flags['tool-error']), message: 'the service is offline' } });
  else {
    const said = method === flags['dies-after'] ? () => process.exit(1) : undefined;
    say({ id, error: { code: Number(flags.unknown), message: `Method not found: ${method}` } }, said);
  }
}

createInterface({ input: process.stdin })
  .on('line', take)
  .on('close', () => end('eof'));
