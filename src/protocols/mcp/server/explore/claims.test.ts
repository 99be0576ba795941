import { expect, it } from 'vitest';
import type { Answer } from '../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../json/json.js';
import { brokenClaims } from './claims.js';
import { toolNamed } from './testing.js';

const answer = (reply: JsonObject): Answer => ({ reply, took: 1, meanwhile: [] });
const gone = answer({ error: { code: -32601, message: 'Method not found' } });
const fine = answer({ result: {} });
const sum: JsonObject = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] };
const tool = toolNamed('add', { outputSchema: sum });
const call = { as: 'add#0', method: 'tools/call', tool };

const told = (more: Partial<Parameters<typeof brokenClaims>[0]>) =>
  brokenClaims({
    offer: { tools: [], resources: [], templates: [], prompts: [] },
    refuses: new Map(),
    called: [],
    ...{ answers: new Map(), completions: new Map(), contents: new Map(), claims: new Map() },
    ...more,
  });

it('what a server offers and refuses is told, with what it says', () => {
  expect(
    told({
      completions: new Map([
        ['complete a', gone],
        ['complete b', gone],
      ]),
    }),
  ).toEqual(['claimed but broken: completions (completion/complete: error -32601 "Method not found")']);
  expect(told({ claims: new Map([['logging', gone]]) })).toEqual([
    'claimed but broken: logging (logging/setLevel: error -32601 "Method not found")',
  ]);
  const offer = { tools: [], resources: ['memo://a'], templates: [], prompts: [{ name: 'p', arguments: [] }] };
  const contents = new Map([
    ['read memo://a', gone],
    ['prompt p', gone],
    ['prompt p {}', gone],
  ]);
  expect(told({ offer, contents })).toEqual([
    'claimed but broken: the resource memo://a (resources/read: error -32601 "Method not found")',
    'claimed but broken: the prompt p (prompts/get: error -32601 "Method not found")',
  ]);
});

it.for<[string, JsonObject]>([
  ['its result has no structuredContent', { content: [] }],
  ['its structuredContent does not fit it', { structuredContent: { sum: 'x' } }],
])('an output schema whose tool does not keep it is told: %s', ([why, result]) => {
  expect(told({ called: [call], answers: new Map([['add#0', answer({ result })]]) })).toEqual([
    `claimed but broken: the outputSchema of add (${why})`,
  ]);
});

it('what works, even if only once, is not', () => {
  const completions = new Map([
    ['complete a', gone],
    ['complete b', fine],
  ]);
  const offer = { tools: [], resources: [], templates: [], prompts: [{ name: 'p', arguments: [] }] };
  const contents = new Map([
    ['prompt p', gone],
    ['prompt p {}', fine],
  ]);
  const results: JsonObject[] = [
    { structuredContent: { sum: 1 } },
    { isError: true, content: [] },
    { resultType: 'task' },
  ];
  for (const result of results)
    expect(
      told({ offer, completions, contents, called: [call], answers: new Map([['add#0', answer({ result })]]) }),
    ).toEqual([]);
});

it('no more are told than a screen takes', () => {
  const resources = Array.from({ length: 20 }, (_, n) => `memo://${n}`);
  const contents = new Map(resources.map((uri) => [`read ${uri}`, gone]));
  const lines = told({ offer: { tools: [], resources, templates: [], prompts: [] }, contents });
  expect([lines.length, lines.at(-1)]).toEqual([7, 'and 14 more that are claimed but broken']);
});
