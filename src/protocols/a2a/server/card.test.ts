import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { HARN, VERSION } from '../version.js';
import { startServer } from './start.js';

it.each([
  ['http', VERSION, 'JSONRPC', '/'],
  ['rest', VERSION, 'HTTP+JSON', '/v1'],
  ['http', HARN, 'JSONRPC', '/'],
  ['rest', HARN, 'HTTP+JSON', '/v1'],
] as const)('the card prefers %s if that is asked for (%s)', async (transport, version, name, path) => {
  const server = await startServer({ transport, version });
  const card = (await (await fetch(`${server.url}/.well-known/agent-card.json`)).json()) as JsonObject;
  await server.close();
  expect(card).toMatchObject({ preferredTransport: name, url: `${server.url}${path}` });
  const all = card.additionalInterfaces as JsonObject[];
  expect(all[0]).toEqual({ transport: name, url: card.url });
  expect(new Set(all.map((one) => one.transport))).toEqual(new Set(['JSONRPC', 'HTTP+JSON']));
});
