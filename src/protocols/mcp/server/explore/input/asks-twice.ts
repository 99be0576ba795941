import type { ExplorableTarget, Explored, StepData } from '../../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { Findings } from '../findings.js';
import { PEER, PER_REQUEST } from '../opening.js';
import type { ToolCall } from '../tools/tools.js';
import { type AskedForm, formsIn } from './forms.js';

/** How many calls are followed. */
const MOST = 8;

/** A call, and the one form by which it asks at first. */
export interface AskingCall {
  call: ToolCall;
  form: AskedForm;
}

/**
 * Calls that ask by a form again once the first is answered, and then answer (MCP 2026-07-28, Multi Round-Trip Requests). The state
 * between the rounds may be of its process alone, so all rounds are one conversation.
 */
export async function recogniseAskingTwice(
  target: ExplorableTarget,
  asking: readonly AskingCall[],
  findings: Findings,
): Promise<void> {
  for (const one of asking.slice(0, MOST)) {
    const gives = await askedTwice(target, one);
    if (gives === undefined) continue;
    findings.show('asks-twice', gives);
    return;
  }
}

/** What the behavior gives where a call asks twice: with the first answers that bring it to its end. */
async function askedTwice(target: ExplorableTarget, { call, form }: AskingCall): Promise<JsonObject | undefined> {
  const gives: JsonObject = { name: call.tool.name, arguments: call.arguments ?? {} };
  const rounds = (...answers: readonly JsonObject[]) =>
    target.converse([...PER_REQUEST.opening, ...roundsOf(gives, answers)], PEER);
  for (const first of form.contents.map(accepted)) {
    const [next, ...others] = formsIn(lastResult(await rounds(first)));
    if (!next || others.length > 0) continue;
    for (const second of next.contents.map(accepted)) {
      const result = lastResult(await rounds(first, second));
      if (result?.resultType !== 'input_required' && Array.isArray(result?.content) && result.isError !== true)
        return { ...gives, first, second };
    }
  }
  return undefined;
}

const accepted = (content: JsonObject): JsonObject => ({ action: 'accept', content });

/** The last round, which need not ask. */
const LAST = 'last';

/** A call, and once more with each answer. Each round but the last asks for something. */
function roundsOf(gives: JsonObject, answers: readonly JsonObject[]): StepData[] {
  const call: JsonObject = { name: { $lit: gives.name! }, arguments: { $lit: gives.arguments! } };
  return [undefined, ...answers].flatMap((answer, index): StepData[] => {
    const as = index === answers.length ? LAST : `round-${index + 1}`;
    const asked = `asked-${index}`;
    const more: JsonObject =
      answer === undefined
        ? {}
        : {
            inputResponses: { $keyed: [`\${${asked}.inputRequests}`, { $lit: answer }] },
            requestState: { $maybe: `\${${asked}.requestState}` },
          };
    const send: StepData = { send: { request: 'tools/call', as, params: { ...call, ...more } } };
    if (as === LAST) return [send, { expect: { reply: as } }];
    const asks: JsonObject = { resultType: 'input_required', inputRequests: { $type: 'object' } };
    return [send, { expect: { reply: as, result: asks }, save: { [`asked-${index + 1}`]: '/result' } }];
  });
}

/** The result of the last round, where it came to that. */
function lastResult({ records }: Explored): JsonObject | undefined {
  const { message } =
    records.find(({ from, as, kind }) => from === 'target' && as === LAST && kind === 'message') ?? {};
  return isObject(message) && isObject(message.result) ? message.result : undefined;
}
