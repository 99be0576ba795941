import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { referenceClient } from './reference.js';

it('asks for the folder of its case when a server asks for roots, and not before', async () => {
  let asked = 0;
  const context = {
    proctor: 'test',
    get root() {
      asked++;
      return '/folder';
    },
  };
  const { requests } = referenceClient({}, { protocolVersion: '2025-11-25' }, context);
  await requests.ping!(undefined);
  expect(asked).toBe(0);
  expect(await requests['roots/list']!(undefined)).toEqual({
    roots: [{ uri: pathToFileURL('/folder').href, name: 'case' }],
  });
  expect(asked).toBe(1);
});
