import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../json/json.js';
import { bareLink } from '../../../../jsonrpc/fixtures/wired.js';
import { rewritten } from '../../../../jsonrpc/rewriting.js';
import { rewritesOf } from './rewrites.js';
import { PERMISSIVE, PERMISSIVE_OPTIONS, type PermissiveOption, sorted } from './variants.js';

/** What leaves in the place of an error, by one option. */
function error(option: PermissiveOption, leaving: JsonObject): unknown {
  const { link, sent } = bareLink();
  rewritten(link, rewritesOf(new Set([option]))).send({ jsonrpc: '2.0', id: 1, error: leaving });
  return sent[0]!.message.error;
}

it('are all taken by some variant', () => {
  const taken = new Set(PERMISSIVE.flatMap(({ wordings }) => [...sorted(wordings).own]));
  expect(taken).toEqual(new Set(PERMISSIVE_OPTIONS.names));
});

it('are told apart from those of ACP, of which the usual ones leave what Harn demands', () => {
  expect(sorted(['odd-ids', 'own-codes'])).toEqual({ own: new Set(['own-codes']), rest: ['odd-ids'] });
  expect(sorted(false)).toEqual({ own: new Set(), rest: [] });
  expect(sorted(true).rest).not.toContain('null-results');
});

it('say the same of an error in other places and by other codes', () => {
  const late = { code: -32602, message: 'already_delivered', data: { reason: 'already_delivered', messageId: 'm' } };
  expect(error('own-codes', late)).toMatchObject({ code: -32010, message: 'already_delivered' });
  expect(error('tags-in-message', late)).toEqual({ ...late, data: { messageId: 'm' } });
  expect(error('tags-in-data', late)).toEqual({ ...late, message: 'It was refused.' });
  const locked = { code: -32000, message: 'auth_required', data: { authMethods: [] } };
  expect(error('own-codes', locked)).toEqual(locked);
  expect(error('other-words', locked)).toMatchObject({ code: -32000, message: 'Authentication required' });
  expect(error('tags-in-data', locked)).toMatchObject({ data: { reason: 'auth_required', authMethods: [] } });
  const odd = { code: -32602, message: 'keepFirst must be an integer' };
  expect(error('own-codes', odd)).toEqual(odd);
});
