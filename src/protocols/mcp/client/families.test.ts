import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { STATELESS } from '../per-request.js';
import { REVISION } from '../revision.js';
import { paired } from './testing.js';

const BOTH = [STATELESS, REVISION];
const CALLS: JsonObject = {
  do: [
    { list: 'tools' },
    { call: 'echo', arguments: { message: 'hi' } },
    { call: 'ask_elicitation', arguments: { message: 'hi' } },
  ],
};

describe.each(['http', 'stdio'] as const)('clients and servers of two eras over %s', (transport) => {
  it.each([
    ['with sessions', [REVISION], REVISION],
    ['without sessions', [STATELESS], STATELESS],
    ['of either era, and a server with sessions', BOTH, REVISION],
    ['of either era, and a server without', BOTH, STATELESS],
  ] as const)('understand each other: a client %s', async (_title, versions, server) => {
    const { ok, error, value } = await paired(
      transport,
      { client: STATELESS, server },
      { ...CALLS, versions: [...versions] },
    );
    expect([ok, error]).toEqual([true, undefined]);
    expect(value.results).toMatchObject([{}, { content: [{ text: 'hi' }] }, { content: [{ type: 'text' }] }]);
  });

  it.each([
    ['with sessions', [REVISION]],
    ['without', [STATELESS]],
    ['of both', BOTH],
  ])('understand each other where the server is of both eras and the client %s', async (_title, versions) => {
    const script = { ...CALLS, versions };
    const { ok, error, value } = await paired(transport, { client: STATELESS, server: REVISION }, script, {
      protocolVersions: BOTH,
    });
    expect([ok, error]).toEqual([true, undefined]);
    expect(value.results).toMatchObject([{}, { content: [{ text: 'hi' }] }, { content: [{ type: 'text' }] }]);
  });

  it.each([
    [STATELESS, REVISION],
    [REVISION, STATELESS],
  ])('end at once where a client speaks %s alone and the server %s', async (client, server) => {
    const { ok, error } = await paired(transport, { client, server }, { ...CALLS, versions: [client] });
    expect(ok).toBe(false);
    expect(error).toEqual(expect.any(String));
  });
});
