#!/usr/bin/env node
// A peer that misbehaves on purpose, for tests of whatever talks to peers. It is a minimal MCP server (initialize, ping,
// tools/list), or over WebSocket a minimal JSON-RPC one, with exactly one defect, named by its first argument:
//
//   node peer.mjs BEHAVIOUR [--port N] [--seconds N] [--mark TEXT]
//   node peer.mjs --list
//
// On a socket its first line on stdout is `listening on URL`. It ends itself after 60 s, or `--seconds`, whatever happens,
// and so do the processes that it leaves behind; these have TEXT in their arguments, by which a test can find them.
// Plain Node without packages, so that it starts fast and can't fail for a reason of its own.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { control, watchOver } from './control.mjs';

/** Who has which behaviours, and serves them. Each is loaded only where it is asked for: all would take longer than Node. */
const KINDS = [
  { transport: 'stdio', load: () => import('./stdio-processes.mjs') },
  { transport: 'stdio', load: () => import('./stdio-messages.mjs') },
  { transport: 'unplayable', load: async () => (await import('./unplayable.mjs')).overStdio },
  { transport: 'unplayable-http', load: async () => (await import('./unplayable.mjs')).overHttp },
  { transport: 'http', load: () => import('./http.mjs') },
  { transport: 'http', load: () => import('./streams.mjs') },
  { transport: 'ws', load: () => import('./websocket.mjs') },
];

/**
 * Every behaviour as a plain object: `name`, `transport`, `about` (what the peer does), `legal` (whether the protocols
 * permit it), `exit` (the exit codes of a good run of one ping case on it), `report` (what such a run says).
 */
async function catalogue() {
  const kinds = await Promise.all(KINDS.map(async ({ transport, load }) => ({ transport, ...(await load()) })));
  return kinds.flatMap(({ transport, behaviours }) =>
    Object.entries(behaviours).map(([name, { about, legal = false, exit, report }]) => ({
      name: `${transport}.${name}`,
      transport,
      about,
      legal,
      exit: [exit].flat(),
      report,
    })),
  );
}

/** Ends with the message on stderr and exit code 2. */
function usage(message) {
  process.stderr.write(`${message}\nusage: peer.mjs BEHAVIOUR [--port N] [--seconds N] [--mark TEXT] | --list\n`);
  process.exit(2);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean' },
    port: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '60' },
    mark: { type: 'string', default: 'proctor-hostile-peer' },
    linger: { type: 'boolean' },
    guard: { type: 'string' },
  },
});

if (values.list) {
  process.stdout.write(`${JSON.stringify({ behaviours: await catalogue() }, null, 2)}\n`);
} else {
  const seconds = Number(values.seconds);
  if (!(seconds > 0 && seconds <= 60)) usage('--seconds must be more than 0 and at most 60');
  if (values.guard === undefined) control.begin({ seconds, mark: values.mark, file: fileURLToPath(import.meta.url) });
  if (values.guard !== undefined) {
    watchOver(Number(values.guard), seconds);
  } else if (values.linger) {
    // A process that was left behind: it only stays, and its bound is the timer of `control`.
    process.on('SIGHUP', () => {});
  } else {
    const [name = ''] = positionals;
    const dot = name.indexOf('.');
    const [transport, behaviour] = [name.slice(0, dot), name.slice(dot + 1)];
    let found;
    for (const kind of KINDS) {
      if (kind.transport !== transport) continue;
      found = await kind.load();
      if (Object.hasOwn(found.behaviours, behaviour)) break;
      found = undefined;
    }
    if (!found) usage(name === '' ? 'which behaviour?' : `there is no behaviour ${name}`);
    found.serve(found.behaviours[behaviour], { port: Number(values.port) });
  }
}
