import { expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../json/json.js';
import { testHub } from './testing/test-hub.js';
import { TestLink } from './testing/test-link.js';

const states = ({ heard }: TestLink) =>
  heard.flatMap(({ method, params }) =>
    method === '_harn/presence' ? [`${(params as JsonObject).clientId} ${(params as JsonObject).state}`] : [],
  );

it('cuts off who lets too much wait, once, sends it nothing more, and tells the others', async () => {
  const hub = testHub({ sendBuffer: 1000 });
  const [owner, slow, late] = [new TestLink(), new TestLink(), new TestLink()];
  for (const link of [owner, slow, late]) hub.accept(link);
  owner.says({ id: 1, method: 'session/new', params: {} });
  await expect.poll(() => owner.heard.length).toBe(1);
  const { sessionId } = owner.heard[0]!.result as JsonObject;
  const load = (clientId: string) => ({
    id: 1,
    method: 'session/load',
    params: { sessionId: sessionId!, _harn: { role: 'observer', clientId } },
  });
  slow.says(load('slow'));
  late.says(load('late'));
  await expect.poll(() => states(owner)).toEqual(['slow attached', 'late attached']);
  slow.backlog = 1001;
  const before = slow.heard.length;
  owner.says({
    id: 2,
    method: 'session/prompt',
    params: { sessionId: sessionId!, prompt: [{ type: 'text', text: 'pour 20' }] },
  });
  await expect.poll(() => owner.heard.some(({ id }) => id === 2)).toBe(true);
  expect(slow.ended).toBe(1013);
  expect(slow.heard).toHaveLength(before);
  expect(states(owner)).toEqual(['slow attached', 'late attached', 'slow detached']);
  const words = ({ heard }: TestLink) => heard.filter(({ method }) => method === 'session/update');
  expect(words(late)).toEqual(words(owner));
  expect(words(late)).toHaveLength(20);
  const ids = late.heard.flatMap(({ _harn }) => (isObject(_harn) ? [Number(_harn.eventId)] : []));
  expect(ids).toEqual([...ids].sort((a, b) => a - b));
  hub.close();
});
