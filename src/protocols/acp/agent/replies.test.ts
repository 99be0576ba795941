import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { readScript } from './script.js';
import { wire } from './testing.js';

const text = (update: JsonObject) => (update.content as JsonObject | undefined)?.text;

it('a prompt that fits gets the reply that a script has for it, the others what they order', async () => {
  const { session, prompt, updates } = await wire({
    replies: [
      { prompt: 'weather', times: 1, updates: ['Rain', ', all day.'], stopReason: 'max_tokens' },
      { prompt: 'weather', updates: [{ sessionUpdate: 'plan', entries: [] }] },
      { prompt: '^no$', error: { code: -32603, message: 'not today', data: 1 } },
    ],
  });
  const id = await session();
  updates.splice(0);
  expect(await prompt(id, 'the weather?')).toEqual({ stopReason: 'max_tokens' });
  expect(updates.map(text).filter(Boolean)).toEqual(['Rain', ', all day.']);
  updates.splice(0);
  expect(await prompt(id, 'weather again')).toEqual({ stopReason: 'end_turn' });
  expect(updates.map(({ sessionUpdate }) => sessionUpdate)).toContain('plan');
  await expect(prompt(id, 'no')).rejects.toMatchObject({ code: -32603, message: 'not today', data: 1 });
  updates.splice(0);
  await prompt(id, 'say hi');
  expect(updates.map(text).filter(Boolean)).toEqual(['h', 'i']);
});

it('a reply takes its time, in which a cancel ends it', async () => {
  const { session, prompt, pass, client, updates } = await wire({
    replies: [{ updates: ['a', 'b', 'c'], every: '1s' }],
  });
  const id = await session();
  updates.splice(0);
  const turn = prompt(id, 'go on');
  await pass(2500);
  client.notify('session/cancel', { sessionId: id });
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(updates.map(text).filter(Boolean)).toEqual(['a', 'b']);
});

it.each<[JsonObject, string, RegExp]>([
  [{ prompt: '(' }, '/replies/0/prompt', /Invalid regular expression/],
  [{ updates: ['a', { sessionUpdate: 'plan' }] }, '/replies/0/updates/1', /entries/],
  [
    { updates: [{ sessionUpdate: 'agent_message_chunk', content: { type: 'text' } }] },
    '/replies/0/updates/0/content',
    /text/,
  ],
  [{ every: 'soon' }, '/replies/0/every', /./],
  [{ every: '50000m' }, '/replies/0/every', /^"50000m" is too long; /],
])('%j is a mistake at its place', async (reply, path, message) => {
  const mistakes = await readScript({ replies: [reply] }).catch((error) => error.mistakes);
  expect(mistakes).toMatchObject([{ path, message: expect.stringMatching(message) }]);
});
