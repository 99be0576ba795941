import { lookup } from 'node:dns/promises';
import { searchIn } from '../../src/bounded/expression.js';
import { Refused } from '../../src/bounded/refused.js';
import { expandArgv, expandText } from '../../src/conversation/case/expand.js';
import { unhurriedLimit } from '../../src/conversation/clock/unhurried.js';
import { StageError } from '../../src/conversation/stage.js';
import { formatDuration } from '../../src/language/duration.js';
import { type Clock, sleep, waitAtMost } from '../../src/wire/clock/clock.js';
import { HttpClient } from '../../src/wire/http/client.js';
import type { TargetProcess } from '../../src/wire/process/process.js';
import { starvedOf } from '../../src/wire/process/starved.js';
import { connectTo } from '../../src/wire/sockets.js';
import type { LaunchSpec } from './spec.js';

/** ms, real time, that a target may take until it listens, unless its file says otherwise. */
const PATIENCE = 30_000;
/** ms between two looks at a port or url. */
const EVERY = 20;
/** ms, real time, that a connection to a port may take: a host that drops what comes to it refuses nothing. */
const CONNECTED_WITHIN = 10_000;

/** Time, and what ends a wait before its time. */
interface Waits {
  clock: Clock;
  signal?: AbortSignal | undefined;
}

/**
 * Makes sure, before a target is started, that nobody else listens where it will: the kit would take that for the target.
 * Throws StageError (not-started).
 */
export async function nobodyThere(
  spec: LaunchSpec,
  values: { [name: string]: string | string[] },
  waits: Waits,
): Promise<void> {
  if (spec.url === undefined) return;
  if (!(await listens(spec, spec.url, values, waits))) return;
  const { hostname, port } = addressOf(spec, spec.url, values);
  throw new StageError('not-started', `the port is in use: somebody listens on ${hostname}:${port} already`);
}

/** Whether somebody listens where the target will, or does; not where that is not known in time. */
export function listens(
  spec: LaunchSpec,
  url: string,
  values: { [name: string]: string | string[] },
  waits: Waits,
): Promise<boolean> {
  const { hostname, port } = addressOf(spec, url, values);
  return accepts(hostname, port, waits);
}

/** Why nobody could be reached at a url, in words: its host has no address, or nobody listens there. */
export async function unreachable(url: string, { clock, signal }: Waits): Promise<string> {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const known = lookup(host).then(
    () => true,
    () => false,
  );
  const found = await waitAtMost(clock, CONNECTED_WITHIN, known, signal);
  return found ? `nobody listens at ${url}` : `there is no host ${host}, so nobody can be reached at ${url}`;
}

/**
 * Waits until a started target listens, and returns its url. Throws StageError (not-started) when it exits before, or does
 * not listen in time; the message says which and has its last words.
 */
export async function becomeReady(
  process: TargetProcess,
  spec: LaunchSpec,
  values: { [name: string]: string | string[] },
  clock: Clock,
  signal?: AbortSignal,
): Promise<string> {
  const command = expandArgv(spec.command ?? [], values).join(' ');
  const within = spec.ready?.within ?? PATIENCE;
  const began = clock.now();
  const over = new AbortController();
  const limit = unhurriedLimit(within, { starved: () => starvedOf(process.family()) }, clock);
  over.signal.addEventListener('abort', limit.cancel);
  const outcome = await Promise.race([
    listening(process, spec, values, over.signal, clock),
    process.exited.then((exit) => ({ exit })),
    limit.reached.then(() => 'late' as const),
    new Promise<never>((_, reject) => {
      const interrupted = () => reject(new StageError('not-started', 'the run was interrupted before it listened'));
      if (signal?.aborted) interrupted();
      signal?.addEventListener('abort', interrupted, { once: true, signal: over.signal });
    }),
  ]).finally(() => over.abort());
  if (typeof outcome === 'object') {
    const how =
      outcome.exit.signal === null ? `exited with code ${outcome.exit.code}` : `was ended by ${outcome.exit.signal}`;
    const ms = Math.round(clock.now() - began);
    throw new StageError('not-started', `\`${command}\` ${how} after ${ms} ms, before it listened`, process.stderr());
  }
  if (outcome === 'late') {
    throw new StageError(
      'not-started',
      `\`${command}\` did not listen within ${formatDuration(within)}`,
      process.stderr(),
    );
  }
  return outcome;
}

async function listening(
  process: TargetProcess,
  spec: LaunchSpec,
  values: { [name: string]: string | string[] },
  signal: AbortSignal,
  clock: Clock,
): Promise<string> {
  const url = spec.url === undefined ? undefined : expandText(spec.url, values);
  if (spec.ready?.stdout !== undefined) {
    const found = await lineThatFits(process, new RegExp(spec.ready.stdout, 'm'), signal);
    return found[1] ?? url ?? missing('`ready.stdout` has no group and the target has no `url`');
  }
  if (url === undefined)
    return missing('the target has neither `url` nor `ready.stdout`, so nobody knows where it listens');
  const { hostname, port } = addressOf(spec, url, values);
  const probe = spec.ready?.url === undefined ? undefined : new URL(expandText(spec.ready.url, values));
  const look = () => (probe === undefined ? accepts(hostname, port, { clock, signal }) : answers(probe, signal));
  while (!signal.aborted && !(await look())) await sleep(clock, EVERY, signal);
  return url;
}

/** Where a target will listen. */
function addressOf(
  spec: LaunchSpec,
  url: string,
  values: { [name: string]: string | string[] },
): { hostname: string; port: number } {
  const { hostname, port, protocol } = new URL(expandText(url, values));
  const given = spec.ready?.port === undefined ? port : expandText(String(spec.ready.port), values);
  // A URL shows an IPv6 address in brackets, sockets take it without.
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { hostname: host, port: Number(given || (/^(https|wss):$/.test(protocol) ? 443 : 80)) };
}

function missing(what: string): never {
  throw new StageError('not-started', what);
}

/**
 * What the expression of a target file finds in the output, and its groups; not looked for once the signal aborts. Rejects with
 * StageError (not-started) if looking takes too long.
 */
function lineThatFits(
  process: TargetProcess,
  wanted: RegExp,
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  return new Promise((resolve, reject) => {
    let text = '';
    let isOver = false;
    process.listen((carried) => {
      if (isOver || signal.aborted) return;
      text = (text + (carried.text ?? '')).slice(-65_536);
      try {
        const [found] = searchIn(wanted, [text]);
        if (!found) return;
        resolve(found);
      } catch (error) {
        if (!(error instanceof Refused)) reject(error);
        else reject(new StageError('not-started', `\`ready.stdout\` was refused (${error.reason}): ${error.message}`));
      }
      isOver = true;
    });
  });
}

async function accepts(host: string, port: number, { clock, signal }: Waits): Promise<boolean> {
  const socket = connectTo({ host, port });
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  });
  const found = await waitAtMost(clock, CONNECTED_WITHIN, connected, signal);
  socket.destroy();
  return found ?? false;
}

/** Any answer will do: it shows that somebody serves. One that never comes is waited for until the signal aborts. */
async function answers(url: URL, signal: AbortSignal): Promise<boolean> {
  const client = new HttpClient();
  let found = false;
  const asked = client.exchange({ method: 'GET', url: url.href, stream: 'ready' }, ({ kind }) => {
    found ||= kind === 'http';
    asked.end();
  });
  signal.addEventListener('abort', () => asked.end(), { once: true });
  await asked.done;
  await client.close();
  return found;
}
