import { inTurn } from '../../../conversation/live/in-turn.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Method } from '../params.js';
import { HarnessUser } from './harness.js';
import { playLoop } from './loop.js';
import type { Conversation } from './parts.js';
import type { Call, ClientScript, Step } from './script.js';

/** What came of a script. */
export interface ClientOutcome {
  /** Whether every step ended well. */
  ok: boolean;
  value: {
    /** What came of each step, in the order of the script: `step` is its name. */
    steps: Json[];
    /** The texts that were read, by path. */
    files: { [path: string]: string };
  };
  /** Why the script was not played to its end. */
  error?: string;
}

const METHODS = {
  read: 'workspace.read',
  write: 'workspace.write',
  project_info: 'workspace.project_info',
  diagnostics: 'lsp.diagnostics',
  format: 'lsp.format',
  build: 'runtime.build',
  compile_reload: 'runtime.compile_reload',
  validate: 'runtime.validate',
  test: 'runtime.test',
  reload: 'runtime.reload',
} as const satisfies Record<keyof Call, Method>;

/**
 * Asks what the server has, then plays the steps of a script. An error that a request is answered with belongs to its step, and the next
 * step follows. Never rejects: what ends the session before its time is in the outcome.
 */
export async function playScript(session: Conversation, script: ClientScript): Promise<ClientOutcome> {
  const outcome: ClientOutcome = { ok: false, value: { steps: [], files: {} } };
  const harness = new HarnessUser(session);
  try {
    await session.describe();
    const reports = outcome.value.steps as JsonObject[];
    for (const step of inTurn(() => script.steps))
      reports.push(await playStep(step, { session, harness, files: outcome.value.files }));
    return { ...outcome, ok: reports.every(({ ok }) => ok) };
  } catch (error) {
    return { ...outcome, error: error instanceof Error ? error.message : String(error) };
  }
}

interface Playing {
  session: Conversation;
  harness: HarnessUser;
  files: { [path: string]: string };
}

async function playStep(step: Step, playing: Playing): Promise<JsonObject> {
  const { session, harness } = playing;
  if ('loop' in step) return { step: 'loop', ...(await playLoop(session, step.loop)) };
  if ('harness' in step) return { step: 'harness', ...(await harness.play(step.harness)) };
  if (!('parallel' in step)) return await call(step, playing);
  const reports = await Promise.all(step.parallel.map((one) => call(one, playing)));
  return { step: 'parallel', ok: reports.every(({ ok }) => ok), steps: reports };
}

async function call(step: Call, { session, files }: Playing): Promise<JsonObject> {
  const [[name, params]] = Object.entries(step) as [[keyof Call, JsonObject]];
  const answer = await session.ask(METHODS[name], params);
  const text = answer.ok && isObject(answer.result) ? answer.result.text : undefined;
  if (name === 'read' && typeof text === 'string') files[String(params.path)] = text;
  return { step: name, ...answer };
}
