import { readdirSync, readFileSync } from 'node:fs';
import { readScript } from '../../runner/load/script.js';
import { InsideTargets } from '../../runner/targets/inside.js';
import { Launcher } from '../../runner/targets/launcher.js';
import { launchSpec } from '../../runner/targets/spec.js';
import type { RoleEntry } from '../../src/conversation/role-entry.js';
import type { Target } from '../../src/language/target.js';
import { realClock } from '../../src/wire/clock/clock.js';
import { defaultLimits } from '../../src/wire/limits.js';
import type { Pipes } from '../../src/wire/process/stdio.js';
import { StillClock } from './clock.js';

export type Transport = 'stdio' | 'http';

/** A reference that runs, for one conversation. Exactly one of `pipes` and `url` is set. */
export interface Reference {
  pipes?: Pipes;
  url?: string;
  /** Its time, where it is ours to move. */
  clock?: StillClock;
  /** What went wrong inside it so far: errors that it caught itself, or how its process ended. */
  errors(): string[];
  /** Whether it is gone although nobody ended it. */
  gone(): boolean;
  /** Ends it the polite way, which for stdio is the end of its input. Resolves when it is gone. */
  end(): Promise<void>;
}

/** Where references run. */
export interface Endpoint {
  /** In a few words, for the output. */
  name: string;
  transport: Transport;
  /** @param variant index into `variantsOf` */
  start(variant: number): Promise<Reference>;
  close(): Promise<void>;
}

/** The permissive wordings of each reference of a role that must break no rule: the plain one first. */
export function variantsOf(entry: RoleEntry): (boolean | readonly string[])[] {
  return [false, ...(entry.permissive ?? []).map(({ wordings }) => wordings)];
}

/** References inside this process, over memory (stdio) or loopback sockets (http), with a time of their own. */
export function insideEndpoint(entry: RoleEntry, target: Target, transport: Transport): Endpoint {
  const variants = variantsOf(entry);
  const spec = { ...launchSpec(target, transport, undefined), clock: false };
  const start = async (variant: number): Promise<Reference> => {
    const clock = new StillClock();
    const errors: string[] = [];
    const targets = new InsideTargets({
      entry,
      spec,
      values: { node: process.execPath, proctor: 'proctor', 'target.version': entry.version },
      clock,
      limits: defaultLimits,
      readScript,
      changes: { permissive: variants[variant] ?? false, failed: (error) => errors.push(stackOf(error)) },
    });
    const handle = await targets.acquire({
      name: '',
      why: '',
      pool: '',
      group: '',
      own: true,
      args: [],
      env: {},
      dir: noDir,
    });
    let over = false;
    void handle.exited?.then(() => {
      over = true;
    });
    return {
      clock,
      errors: () => [...errors, handle.stderr()].filter((text) => text !== ''),
      gone: () => over,
      end: async () => void (await handle.stop?.(transport === 'stdio' ? 'eof' : 'term')),
      ...(handle.pipes ? { pipes: handle.pipes } : {}),
      ...(handle.url === undefined ? {} : { url: handle.url }),
    };
  };
  const name = transport === 'stdio' ? 'stdio in memory' : 'http over loopback';
  return { name, transport, start, close: async () => undefined };
}

const noDir = (): string => {
  throw new Error('the target file of a reference names ${dir}');
};

/**
 * References as processes of their own, started as the target file says, in real time. Over HTTP one process of each kind
 * serves all conversations.
 */
export function processEndpoint(entry: RoleEntry, target: Target, transport: Transport, proctor: string): Endpoint {
  const variants = variantsOf(entry);
  const spec = { ...launchSpec(target, transport, undefined), clock: false, isolation: 'case' as const };
  const values = { node: process.execPath, proctor, 'target.version': entry.version };
  const launcher = new Launcher(spec, values, realClock, defaultLimits);
  const shared = new Map<number, Promise<Reference>>();
  const start = async (variant: number): Promise<Reference> => {
    if (transport === 'stdio') return launch(variant);
    const running = await shared.get(variant);
    const reference = running && !running.gone() ? running : launch(variant);
    shared.set(variant, Promise.resolve(reference));
    return { ...(await reference), end: async () => {} };
  };
  const launch = async (variant: number): Promise<Reference> => {
    const wordings = variants[variant] ?? false;
    const args = wordings === false ? [] : ['--permissive', ...(wordings === true ? [] : [wordings.join(',')])];
    const handle = await launcher.acquire({
      name: '',
      why: '',
      pool: '',
      group: '',
      own: true,
      args,
      env: {},
      dir: noDir,
    });
    let over: string | undefined;
    let meant = false;
    void handle.exited?.then(({ code, signal }) => {
      over = `the process ended with ${signal ?? `code ${code}`}`;
    });
    return {
      errors: () => [handle.stderr(), ...(over !== undefined && !meant ? [over] : [])].filter((text) => text !== ''),
      gone: () => over !== undefined,
      end: async () => {
        meant = true;
        await handle.release();
        const { code, signal } = (await handle.exited) ?? { code: 0, signal: null };
        if (code !== 0) throw new Error(`asked to end, it ended with ${signal ?? `code ${code}`}`);
      },
      ...(handle.pipes ? { pipes: handle.pipes } : {}),
      ...(handle.url === undefined ? {} : { url: handle.url }),
    };
  };
  const name = transport === 'stdio' ? 'stdio of a process' : 'http of a process';
  return { name, transport, start, close: () => launcher.close() };
}

/** Resident bytes of the largest process that this one has started, on Linux; elsewhere 0. */
export function childMemory(): number {
  try {
    const tasks = readdirSync('/proc/self/task');
    const children = tasks.flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
    );
    return Math.max(0, ...children.filter(Boolean).map(residentOf));
  } catch {
    return 0;
  }
}

function residentOf(pid: string): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
