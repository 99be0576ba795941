import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import type { Conversation } from './parts.js';
import type { Loop } from './script.js';
import type { Answer } from './session.js';

/** What came of one attempt: `again` if other sources may end better. */
interface Attempt {
  ok: boolean;
  again: boolean;
  report: JsonObject;
}

/**
 * Writes files and reloads the runtime, with the next version of the files as long as there are errors in them. It uses
 * `runtime.compile_reload`, and the single methods only if the server does not have it (Agent API v1, runtime.compile_reload).
 */
export async function playLoop(session: Conversation, { versions, ...target }: Loop): Promise<JsonObject> {
  const params = target;
  let attempts = 0;
  let attempt: Attempt | undefined;
  for (const files of versions) {
    attempts += 1;
    const refused = await writeAll(session, files);
    attempt = refused ?? (await reload(session, params));
    if (!attempt.again) break;
  }
  return { ok: attempt!.ok, attempts, ...attempt!.report };
}

async function writeAll(session: Conversation, files: { [path: string]: string }): Promise<Attempt | undefined> {
  for (const [path, text] of Object.entries(files)) {
    const answer = await session.ask('workspace.write', { path, text, create_parents: true });
    if (!answer.ok) return failed(answer);
  }
  return undefined;
}

const reload = (session: Conversation, params: JsonObject): Promise<Attempt> =>
  session.has('runtime.compile_reload') ? compileReload(session, params) : stepByStep(session, params);

async function compileReload(session: Conversation, params: JsonObject): Promise<Attempt> {
  const answer = await session.ask('runtime.compile_reload', params);
  if (!answer.ok) return failed(answer);
  const result = isObject(answer.result) ? answer.result : {};
  const {
    runtimeStatus: status = null,
    runtimeMessage: message = null,
    build = null,
    reload: reloaded = null,
  } = result;
  const errors = countOf(result.errors);
  const ok = errors === 0 && (status === 'ok' || reloaded !== null);
  // Where the build stands alone the sources are right, and the runtime is not.
  return {
    ok,
    again: !ok && build === null,
    report: { errors, status, message, ...(result.issues === undefined ? {} : { issues: result.issues }) },
  };
}

async function stepByStep(session: Conversation, params: JsonObject): Promise<Attempt> {
  const { endpoint: _, token: __, ...sources } = params;
  if (session.has('lsp.diagnostics')) {
    const diagnosed = await session.ask('lsp.diagnostics', sources);
    if (!diagnosed.ok) return failed(diagnosed);
    const { errors, issues = [] } = isObject(diagnosed.result) ? diagnosed.result : {};
    if (countOf(errors) > 0) return { ok: false, again: true, report: { errors: countOf(errors), issues } };
  }
  const built = await session.ask('runtime.build', sources);
  if (!built.ok) return { ...failed(built), again: true };
  const reloaded = await session.ask('runtime.reload', params);
  return reloaded.ok ? { ok: true, again: false, report: { errors: 0 } } : failed(reloaded);
}

const failed = (answer: Answer): Attempt => ({
  ok: false,
  again: false,
  report: answer.ok ? {} : { error: answer.error },
});

/** How many there are: a number, or a list of them. */
const countOf = (value: Json | undefined): number => (Array.isArray(value) ? value.length : Number(value ?? 0));
