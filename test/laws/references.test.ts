import { expect, it } from 'vitest';
import { roleEntry, roles } from '../../src/protocols/index.js';
import { assertReference } from './reference.js';

it.each(Object.keys(roles))('%s and its reference keep the laws of a role', { timeout: 120_000 }, async (role) => {
  await assertReference((await roleEntry(role))!);
});

it('a role whose default version is none of its own breaks a law', async () => {
  const entry = (await roleEntry('acp/agent'))!;
  await expect(assertReference({ ...entry, version: 'none' })).rejects.toThrow();
});

it('a client that ends without a word breaks a law', async () => {
  const entry = (await roleEntry('acp/client'))!;
  const mute: typeof entry = { ...entry, mock: (options) => entry.mock({ ...options, print: () => undefined }) };
  await expect(assertReference(mute)).rejects.toThrow();
});
