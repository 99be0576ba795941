import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../../json/json.js';
import { Findings } from '../findings.js';
import type { OfferedTool } from '../offered.js';
import { type Said, says, type ToldTarget, toldTarget, toolNamed } from '../testing.js';
import { callOf } from '../tools/tools.js';
import { recogniseUpdates } from './resource-updates.js';

const inputSchema: JsonObject = { type: 'object', properties: { uri: { type: 'string' } }, required: ['uri'] };
const offer = { tools: [], resources: ['memo://one', 'memo://two'], templates: [], prompts: [] };
const advertised = { resources: { subscribe: true } };

/** A server whose tools tell of these resources when they are called with a URI. */
const telling = (...about: ((uri: string, call: number) => string[])[]) =>
  toldTarget(
    () => {
      let call = 0;
      return (method, params): Said => {
        if (method !== 'tools/call') return { reply: { result: {} } };
        const { uri } = params.arguments as { uri: string };
        const told = about.flatMap((tells) => tells(uri, call));
        call++;
        const before = told.map((one) => ({ method: 'notifications/resources/updated', params: { uri: one } }));
        return { before, ...says('touched') };
      };
    },
    { version: '2025-11-25', advertised },
  );

async function shownBy(target: ToldTarget, more: Partial<OfferedTool> = {}) {
  const findings = new Findings();
  const tool = toolNamed('touch', { inputSchema, harmless: false, ...more });
  await recogniseUpdates(target, [callOf(tool, { uri: 'hi' }, 'a')], offer, findings);
  return findings.shows;
}

it('a tool that changes the resource that it is given shows that, with one that it leaves alone', async () => {
  const shows = await shownBy(telling((uri) => [uri]));
  expect(shows.get('resource-update')?.gives).toEqual({
    uri: 'memo://one',
    name: 'touch',
    arguments: { uri: 'memo://one' },
  });
  expect(shows.get('other-resource')?.gives).toEqual({ uri: 'memo://two' });
});

it('where it changes another too, that is no other one', async () => {
  expect([...(await shownBy(telling(() => offer.resources))).keys()]).toEqual(['resource-update']);
});

it('one that can change only some resources is given these', async () => {
  const shows = await shownBy(telling((uri) => (uri === 'memo://two' ? [uri] : [])));
  expect(shows.get('resource-update')?.gives?.uri).toBe('memo://two');
});

it.for<[string, ToldTarget, Partial<OfferedTool>]>([
  ['tells nothing', telling(() => []), {}],
  ['tells of another', telling(() => ['memo://three']), {}],
  ['tells the first time alone', telling((uri, call) => (call === 0 ? [uri] : [])), {}],
  ['takes no URI', telling((uri) => [uri]), { inputSchema: { type: 'object' } }],
  [
    'takes other URIs',
    telling((uri) => [uri]),
    { inputSchema: { ...inputSchema, properties: { uri: { type: 'string', pattern: '^https:' } } } },
  ],
  ['destroys', telling((uri) => [uri]), { destroys: true }],
])('a tool that %s is not shown', async ([, target, more]) => {
  expect([...(await shownBy(target, more)).keys()]).toEqual([]);
});

it('what may destroy is not even called', async () => {
  const target = telling((uri) => [uri]);
  await shownBy(target, { destroys: true });
  expect(target.calls).toEqual([]);
});
