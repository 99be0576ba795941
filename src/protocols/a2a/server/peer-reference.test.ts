import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { referenceAgent } from './peer-reference.js';

const context = { dir: '/folder', root: '/folder', proctor: 'test', transport: 'http', versions: [], local: true };

it.each<[JsonObject, string]>([
  [{ framing: 'crfl' }, 'there is no framing "crfl"; there are crlf,'],
  [{ skill: 5 }, 'there is no skill 5; there are say,'],
  [{ secured: true }, 'there is no member "secured"; there are interfaces,'],
])('an agent can not be what %j asks for', async (config, message) => {
  await expect(referenceAgent(config, {}, context).prepared).rejects.toThrow(message);
});

it('and can be what names that there are ask for', async () => {
  const config = {
    framing: 'crlf',
    skill: 'quick',
    text: 'a',
    card: {},
    interfaces: [{ transport: 'own', path: '/a' }],
  };
  expect(await referenceAgent(config, {}, context).prepared).toEqual(config);
});
