import { setTimeout as sleep } from 'node:timers/promises';
import type { Control } from '../../src/control/types.js';
import type { HostedEntry, HostedRun, HostedStep } from '../../src/generated/types/control-v1.js';
import type { Running, Sandbox } from '../testing/program.js';
import { addressOf, controlOf } from '../testing/steering.js';

/** A server of the configuration, as it stands in the form of `mcpServers` and such. */
export interface Server {
  url?: string;
  command?: string;
  args?: string[];
}

/** A hosted run, and what its page knows. */
export interface Host {
  running: Running;
  control: Control;
  url: string;
  read(): Promise<HostedRun>;
  /** Resolves with the first state that fits. */
  until(fits: (run: HostedRun) => boolean): Promise<HostedRun>;
}

/** Starts `proctor host`. */
export async function hosted(sandbox: Sandbox, words: string[]): Promise<Host> {
  const running = sandbox.start(['host', ...words]);
  const url = await addressOf(running);
  const control = await controlOf(url);
  const read = () => control.request('hosted/read');
  return {
    ...{ running, control, url, read },
    until: async (fits) => {
      const now = await read();
      if (fits(now)) return now;
      return new Promise((settle, reject) => {
        const end = control.on('hosted/changed', ({ run }) => {
          if (!fits(run)) return;
          end();
          settle(run);
        });
        control.closed.then(() => reject(new Error('the run ended')));
      });
    },
  };
}

/** The servers of the first configuration, by name. */
export function serversOf({ configurations: [first] }: HostedRun): Record<string, Server> {
  const text = first?.text ?? '';
  if (text.startsWith('{')) return Object.values(JSON.parse(text))[0] as Record<string, Server>;
  return Object.fromEntries(text.split('\n').map((line) => [line.split('  ')[0], { url: line.split('  ')[1] }]));
}

/** What a person does at one server in a step. Resolves with whether the client did all of it; undefined: the client can't. */
export type Does = (step: HostedStep, server: Server, entry: HostedEntry) => Promise<boolean> | undefined;

/** Does what the page says until the run has ended, as a person would. Resolves with the titles of the steps that were shown. */
export async function follow({ control, until, read }: Host, does: Does): Promise<string[]> {
  const shown = new Map<number, string>();
  /** By step and server: what the person has begun there; `ok` once it is done. */
  const begun = new Map<string, { ok?: boolean }>();
  /** What a person says is no matter any more if the case has gone on. */
  const say = (step: HostedStep, answer: 'lacking' | 'worked' | 'failed' | 'absent', entry?: string) =>
    control
      .request('hosted/answer', { step: step.id, answer, ...(entry === undefined ? {} : { entry }) })
      .then(() => undefined)
      .catch(() => undefined);
  const begin = async (step: HostedStep, server: Server, entry: HostedEntry, doing: { ok?: boolean }) => {
    const done = does(step, server, entry);
    if (done === undefined) return say(step, 'lacking');
    doing.ok = await done;
    await told();
  };
  /** A person looks for a while before they say that nothing came. */
  const told = async () => {
    await sleep(1_000);
    const { step, entries } = await read();
    if (!step) return;
    for (const { name, state, asks } of entries) {
      const ok = begun.get(`${step.id} ${name}`)?.ok;
      if (ok !== undefined && state === 'waiting') await say(step, asks ? (ok ? 'worked' : 'failed') : 'absent', name);
    }
  };
  const act = (run: HostedRun) => {
    const { step, entries } = run;
    if (!step) return;
    shown.set(step.id, step.title);
    for (const entry of entries.filter(({ state }) => state === 'waiting')) {
      const key = `${step.id} ${entry.name}`;
      const doing = begun.get(key);
      if (doing?.ok !== undefined) void told().catch(() => undefined);
      if (doing) continue;
      begun.set(key, {});
      void begin(step, serversOf(run)[entry.name]!, entry, begun.get(key)!).catch(() => undefined);
    }
  };
  const end = control.on('hosted/changed', ({ run }) => act(run));
  act(await read());
  await until(({ state }) => state === 'ended');
  end();
  return [...shown.values()];
}
