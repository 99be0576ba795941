import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { bareLink } from '../../../../jsonrpc/fixtures/wired.js';
import { rewritten } from '../../../../jsonrpc/rewriting.js';
import { rewritesOf } from './rewrites.js';
import { PERMISSIVE, PERMISSIVE_OPTIONS, sorted } from './variants.js';

/** What leaves in the place of a request. */
function leaving(method: string, params: JsonObject): JsonObject {
  const { link, sent } = bareLink();
  const names = PERMISSIVE_OPTIONS.names;
  rewritten(link, rewritesOf(sorted(names).own)).send({ jsonrpc: '2.0', id: 1, method, params });
  const { jsonrpc: _, id: __, ...rest } = sent[0]!.message;
  return rest;
}

it('are all taken by some variant', () => {
  const taken = new Set(PERMISSIVE.flatMap(({ wordings }) => [...sorted(wordings).own]));
  expect(taken).toEqual(new Set(PERMISSIVE_OPTIONS.names));
});

it('are told apart from those of ACP', () => {
  expect(sorted(['odd-ids', 'snake-names'])).toEqual({ own: new Set(['snake-names']), rest: ['odd-ids'] });
  expect(sorted(false)).toEqual({ own: new Set(), rest: false });
});

it('say the same in other words', () => {
  expect(leaving('session/redo', { sessionId: 's' })).toEqual({
    method: 'harn.session_redo',
    params: { sessionId: 's' },
  });
  expect(leaving('session/inject', { sessionId: 's', content: [{ type: 'text', text: 'x' }] }).params).toEqual({
    sessionId: 's',
    content: 'x',
  });
  expect(leaving('session/remind', { sessionId: 's', body: 'x' }).params).toEqual({ body: 'x' });
  expect(leaving('harn.session_timeline.subscribe', { sessionId: 's' }).params).toEqual({
    session_id: 's',
    subscriptionId: expect.any(String),
  });
  expect(leaving('_harn/providerCatalog', {})).toEqual({ method: '_harn/providerCatalog' });
  expect(leaving('session/prompt', { sessionId: 's' })).toEqual({
    method: 'session/prompt',
    params: { sessionId: 's' },
  });
});
