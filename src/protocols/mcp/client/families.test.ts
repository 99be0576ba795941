import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { REVISION_2026_07_28 } from '../per-request.js';
import { REVISION } from '../revision.js';
import { paired } from './testing.js';

const BOTH = [REVISION_2026_07_28, REVISION];
const CALLS: JsonObject = {
  do: [
    { list: 'tools' },
    { call: 'echo', arguments: { message: 'hi' } },
    { call: 'ask_elicitation', arguments: { message: 'hi' } },
  ],
};

describe.each(['http', 'stdio'] as const)('clients and servers of two families over %s', (transport) => {
  it.each([
    ['with sessions', [REVISION], REVISION],
    ['without sessions', [REVISION_2026_07_28], REVISION_2026_07_28],
    ['of either family, and a server with sessions', BOTH, REVISION],
    ['of either family, and a server without', BOTH, REVISION_2026_07_28],
  ] as const)('understand each other: a client %s', async (_title, versions, server) => {
    const { ok, error, value } = await paired(
      transport,
      { client: REVISION_2026_07_28, server },
      { ...CALLS, versions: [...versions] },
    );
    expect([ok, error]).toEqual([true, undefined]);
    expect(value.results).toMatchObject([{}, { content: [{ text: 'hi' }] }, { content: [{ type: 'text' }] }]);
  });

  it.each([
    ['with sessions', [REVISION]],
    ['without', [REVISION_2026_07_28]],
    ['of both', BOTH],
  ])('understand each other where the server is of both families and the client %s', async (_title, versions) => {
    const script = { ...CALLS, versions };
    const { ok, error, value } = await paired(transport, { client: REVISION_2026_07_28, server: REVISION }, script, {
      protocolVersions: BOTH,
    });
    expect([ok, error]).toEqual([true, undefined]);
    expect(value.results).toMatchObject([{}, { content: [{ text: 'hi' }] }, { content: [{ type: 'text' }] }]);
  });

  it.each([
    [REVISION_2026_07_28, REVISION],
    [REVISION, REVISION_2026_07_28],
  ])('end at once where a client speaks %s alone and the server %s', async (client, server) => {
    const { ok, error } = await paired(transport, { client, server }, { ...CALLS, versions: [client] });
    expect(ok).toBe(false);
    expect(error).toEqual(expect.any(String));
  });
});
