import { request } from 'node:http';
import { connect } from 'node:net';
import { StageError } from '../../src/play/stage.js';
import type { Clock } from '../../src/transport/clock.js';
import type { TargetProcess } from '../../src/transport/process.js';
import { expandText } from './expand.js';
import type { LaunchSpec } from './launcher.js';

/** ms, real time, that a target may take until it listens, unless its file says otherwise. */
const PATIENCE = 30_000;
/** ms between two looks at a port or url. */
const EVERY = 20;

/**
 * Waits until a started target listens, and returns its url. Throws StageError (not-started) when it exits before, or does
 * not listen in time; the message says which and has its last words.
 */
export async function becomeReady(
  process: TargetProcess,
  spec: LaunchSpec,
  values: { [name: string]: string | string[] },
  clock: Clock,
): Promise<string> {
  const command = spec.command?.join(' ') ?? '';
  const within = spec.ready?.within ?? PATIENCE;
  const began = clock.now();
  const over = new AbortController();
  const outcome = await Promise.race([
    listening(process, spec, values, over.signal, clock),
    process.exited.then((exit) => ({ exit })),
    new Promise<'late'>((resolve) => {
      const cancel = clock.after(within, () => resolve('late'));
      over.signal.addEventListener('abort', cancel);
    }),
  ]).finally(() => over.abort());
  if (typeof outcome === 'object') {
    const how =
      outcome.exit.signal === null ? `exited with code ${outcome.exit.code}` : `was ended by ${outcome.exit.signal}`;
    const ms = Math.round(clock.now() - began);
    throw new StageError('not-started', `\`${command}\` ${how} after ${ms} ms, before it listened`, process.stderr());
  }
  if (outcome === 'late') {
    throw new StageError('not-started', `\`${command}\` did not listen within ${within} ms`, process.stderr());
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
    const found = await lineThatFits(process, new RegExp(spec.ready.stdout, 'm'));
    return found[1] ?? url ?? missing('`ready.stdout` has no group and the target has no `url`');
  }
  if (url === undefined)
    return missing('the target has neither `url` nor `ready.stdout`, so nobody knows where it listens');
  const port = spec.ready?.port === undefined ? undefined : Number(expandText(String(spec.ready.port), values));
  const probe = spec.ready?.url === undefined ? undefined : expandText(spec.ready.url, values);
  const address = new URL(probe ?? url);
  const look = () =>
    probe === undefined ? accepts(address.hostname, port ?? Number(address.port || 80)) : answers(address);
  while (!signal.aborted && !(await look())) {
    await new Promise<void>((resolve) => {
      clock.after(EVERY, resolve);
    });
  }
  return url;
}

function missing(what: string): never {
  throw new StageError('not-started', what);
}

function lineThatFits(process: TargetProcess, wanted: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve) => {
    let text = '';
    process.listen((carried) => {
      text = (text + (carried.text ?? '')).slice(-65_536);
      const found = wanted.exec(text);
      if (found) resolve(found);
    });
  });
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Any answer will do: it shows that somebody serves. */
function answers(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(url, { agent: false }, (response) => {
      response.destroy();
      resolve(true);
    });
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
