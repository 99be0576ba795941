import { ScriptError } from '../../../conversation/script-error.js';
import type { ClientCapabilities } from '../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { asObject, isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { fill } from '../fill.js';
import { checkedParams } from '../validation.js';
import { type Call, CallError, type Question } from './state/call.js';
import type { ScriptedQuestion } from './state/offered.js';
import type { ToolSession } from './state/tool.js';

/** Why the questions of a script brought no answers. */
export class Unanswered extends Error {}

/** The questions of a script's tool or prompt: what stands in one list is asked at once. Throws ScriptError where two have one name. */
export function readAsks(written: Json | undefined, path: string): ScriptedQuestion[][] {
  if (!Array.isArray(written)) return [];
  const rounds = written.map((entry) => (Array.isArray(entry) ? entry : [entry]).filter(isObject).map(readQuestion));
  const names = rounds.flat().map(({ as }) => as);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw ScriptError.of([{ path: `${path}/asks`, message: `"${twice}" is here twice` }]);
  return rounds;
}

const readQuestion = ({ as, method, params, optional }: JsonObject): ScriptedQuestion => ({
  as: String(as),
  method: method as Question['method'],
  ...(isObject(params) && { params }),
  optional: optional === true,
});

/** Rejects with ScriptError where the params of a question are not those of its method. */
export async function checkAsks(written: Json | undefined, path: string): Promise<void> {
  for (const [index, entry] of (Array.isArray(written) ? written : []).entries()) {
    const atOnce = Array.isArray(entry);
    for (const [inner, question] of (atOnce ? entry : [entry]).entries()) {
      if (!isObject(question)) continue;
      try {
        await checkedParams(String(question.method), question.params);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        const place = `${path}/asks/${index}${atOnce ? `/${inner}` : ''}/params`;
        throw ScriptError.of([{ path: place, message: error.message }]);
      }
    }
  }
}

/**
 * Asks the client all of this, and returns the values that texts may refer to: those given and the answers by their names. Rejects
 * with Unanswered, or as `ToolSession.lacking` throws.
 */
export async function askRounds(
  rounds: readonly (readonly ScriptedQuestion[])[],
  given: JsonObject,
  call: Call,
  session: Pick<ToolSession, 'capabilities' | 'phase' | 'lacking'>,
): Promise<JsonObject> {
  const values = { ...given };
  for (const round of rounds) {
    const due = round.filter((question) => !question.optional || !lackedBy(session.capabilities, question));
    for (const question of due) {
      const needed = lackedBy(session.capabilities, question);
      if (!needed) continue;
      const reason = `The client did not declare what ${question.method} needs.`;
      session.lacking(needed, reason);
      throw new Unanswered(reason);
    }
    if (due.length === 0) continue;
    if (session.phase !== 'ready') throw new Unanswered('The client did not say notifications/initialized yet.');
    const asked = due.map(({ params, ...question }) => ({
      ...question,
      ...(params && { params: asObject(fill(params, values) as object) }),
    }));
    Object.assign(values, await answersTo(asked, call));
  }
  return values;
}

async function answersTo(questions: readonly Question[], call: Call): Promise<JsonObject> {
  try {
    const answers = await call.requestAll(questions);
    return Object.fromEntries(questions.map(({ as }, index) => [as, answers[index]!]));
  } catch (error) {
    if (error instanceof RpcError)
      throw new Unanswered(`The client answered with error ${error.code}: ${error.message}`);
    if (error instanceof CallError) throw new Unanswered(error.message);
    throw error;
  }
}

/** What a client that is asked must declare and this one did not (MCP 2025-11-25, Sampling, Elicitation and Roots, Capabilities). */
function lackedBy(
  { elicitation, roots, sampling }: ClientCapabilities,
  { method, params = {} }: Question,
): ClientCapabilities | undefined {
  if (method === 'roots/list') return isObject(roots) ? undefined : { roots: {} };
  if (method === 'sampling/createMessage') {
    const needed: ClientCapabilities = { sampling: 'tools' in params ? { tools: {} } : {} };
    return isObject(sampling) && (!('tools' in params) || isObject(sampling.tools)) ? undefined : needed;
  }
  const mode = params.mode === 'url' ? 'url' : 'form';
  // A client that names no mode has forms (MCP 2025-11-25, Elicitation, Capabilities).
  const named = isObject(elicitation) && Object.keys(elicitation).length === 0 ? { form: {} } : elicitation;
  return isObject(named) && mode in named ? undefined : { elicitation: { [mode]: {} } };
}
