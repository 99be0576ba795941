import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import { asksForm, type Said, says, type ToldServer, toldTarget, toolNamed } from '../testing.js';
import { callOf } from '../tools/tools.js';
import { recogniseAskingTwice } from './asks-twice.js';
import { formsIn } from './forms.js';

const TOOL = toolNamed('ask');
const text = { type: 'string' };

/** What is shown by a tool that answers in rounds: each is told by the answers to the round before. */
async function shownBy(...rounds: ((answered: JsonObject) => Said)[]): Promise<JsonObject | undefined> {
  const tool: ToldServer = (method, { requestState, inputResponses }) => {
    if (method !== 'tools/call') return says('');
    const round = requestState === undefined ? 0 : Number(requestState);
    const said = rounds[round]!(Object.values((inputResponses ?? {}) as JsonObject)[0] as JsonObject);
    const { result } = said.reply as { result?: JsonObject };
    return result && 'requestState' in result
      ? { reply: { result: { ...result, requestState: String(round + 1) } } }
      : said;
  };
  const findings = new Findings();
  const { result } = rounds[0]!({}).reply as { result: JsonObject };
  const calls = formsIn(result).map((form) => ({ call: callOf(TOOL, {}, 'a'), form }));
  await recogniseAskingTwice(
    toldTarget(() => tool),
    calls,
    findings,
  );
  return findings.shows.get('asks-twice')?.gives;
}

const asksName = () => asksForm('name', { name: text });
const asksGo = () => asksForm('go', { go: { type: 'boolean' } });

it('a tool that has a second question for who answers the first is shown with both answers', async () => {
  expect(
    await shownBy(
      asksName,
      () => asksForm('color', { color: text }),
      () => says('done'),
    ),
  ).toEqual({
    name: 'ask',
    arguments: {},
    first: { action: 'accept', content: { name: 'hi' } },
    second: { action: 'accept', content: { color: 'hi' } },
  });
});

it('one that goes on for who agrees is agreed to', async () => {
  const agreed = (next: Said) => (answer: JsonObject) =>
    (answer.content as JsonObject).go === true ? next : says('no');
  expect(await shownBy(asksGo, agreed(asksName()), () => says('done'))).toMatchObject({
    first: { action: 'accept', content: { go: true } },
    second: { action: 'accept', content: { name: 'hi' } },
  });
});

it.for<[string, ((answered: JsonObject) => Said)[]]>([
  ['has one question', [asksName, () => says('done')]],
  ['has a third', [asksName, asksName, asksName]],
  ['fails in the end', [asksName, asksName, () => ({ reply: { result: { content: [], isError: true } } })]],
  ['is refused in the end', [asksName, asksName, () => ({ reply: { error: { code: -32603, message: 'no' } } })]],
  [
    'asks for something else then',
    [
      asksName,
      () => ({ reply: { result: { resultType: 'input_required', inputRequests: { r: { method: 'roots/list' } } } } }),
      () => says('done'),
    ],
  ],
])('one that %s is not', async ([, rounds]) => {
  expect(await shownBy(...rounds)).toBeUndefined();
});
