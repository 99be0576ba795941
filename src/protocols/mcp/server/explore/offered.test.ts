import { expect, it } from 'vitest';
import type { Answer } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { listQuestions, offerIn } from './offered.js';

const answer = (result: JsonObject): Answer => ({ reply: { result }, took: 1, meanwhile: [] });
const toolOf = (name: string, annotations?: JsonObject) => {
  const tools: Json[] = [{ name, inputSchema: {}, ...(annotations ? { annotations } : {}) }];
  return offerIn(new Map([['tools', answer({ tools })]])).tools[0];
};

it.for<[string, JsonObject | undefined, boolean]>([
  ['get_weather', undefined, true],
  ['listFiles', undefined, true],
  ['echo', undefined, true],
  ['getaway', undefined, false],
  ['reset', undefined, false],
  ['delete_all', { readOnlyHint: true }, true],
  ['get_weather', { readOnlyHint: false }, false],
  ['get_weather', { destructiveHint: true }, false],
  ['get_weather', { destructiveHint: false }, true],
])('%s with %j is harmless: %s', ([name, annotations, harmless]) => {
  expect(toolOf(name, annotations)?.harmless).toBe(harmless);
});

it.for<[JsonObject | undefined, boolean]>([
  [{ openWorldHint: true }, true],
  [{ openWorldHint: false }, false],
  [{ openWorldHint: 'true' }, false],
  // It is the default of the specification, and said of hardly any tool that looks at what it has.
  [{}, false],
  [undefined, false],
])('a tool with %j reaches other systems: %s', ([annotations, reachesOut]) => {
  expect(toolOf('get_note', annotations)?.reachesOut).toBe(reachesOut);
});

it.for<[string, JsonObject | undefined, boolean]>([
  ['touch', { destructiveHint: true }, true],
  ['removeNote', undefined, true],
  // It is the default of the specification, and says nothing where it is not there.
  ['touch', undefined, false],
  ['touch', { destructiveHint: false }, false],
])('%s with %j may destroy something: %s', ([name, annotations, destroys]) => {
  expect(toolOf(name, annotations)?.destroys).toBe(destroys);
});

it.for([
  [{ taskSupport: 'required' }, 'required'],
  [{ taskSupport: 'optional' }, 'optional'],
  [{ taskSupport: 'forbidden' }, 'forbidden'],
  [{}, 'forbidden'],
  ['always', 'forbidden'],
] as [Json, string][])('a tool with the execution %j has the task support %s', ([execution, support]) => {
  const offer = offerIn(new Map([['tools', answer({ tools: [{ name: 'a', inputSchema: {}, execution }] })]]));
  expect(offer.tools[0]?.taskSupport).toBe(support);
});

it('asks for the lists that the server advertises', () => {
  expect(listQuestions({ resources: {}, tools: false }).map(({ method }) => method)).toEqual([
    'resources/list',
    'resources/templates/list',
  ]);
});

it('leaves out of a list what can not be used', () => {
  const offer = offerIn(
    new Map([
      [
        'tools',
        answer({ tools: [5, { name: 7 }, { name: 'a', inputSchema: 'none', outputSchema: null }], nextCursor: 'x' }),
      ],
      ['resources', answer({ resources: { not: 'a list' } })],
      ['prompts', answer({ prompts: [{ name: 'p', arguments: ['x', { name: 'y' }, { name: 'z', required: true }] }] })],
    ]),
  );
  expect(offer).toEqual({
    tools: [
      {
        name: 'a',
        inputSchema: {},
        harmless: false,
        saysHarmless: false,
        reachesOut: false,
        destroys: false,
        taskSupport: 'forbidden',
      },
    ],
    resources: [],
    templates: [],
    prompts: [
      {
        name: 'p',
        arguments: [
          { name: 'y', required: false },
          { name: 'z', required: true },
        ],
      },
    ],
    pages: { method: 'tools/list', member: 'tools' },
  });
});
