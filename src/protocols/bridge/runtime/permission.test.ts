import { describe, expect, test } from 'vitest';
import type { PermissionOption } from '../../../generated/types/bridge-v1.js';
import { decisionOf } from './permission.js';

const offered: PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

describe('decisionOf', () => {
  test.each([
    ['the canonical form', { outcome: { outcome: 'selected' } }, { granted: true }],
    ['the older form', { granted: true }, { granted: true }],
    ['other arguments', { granted: true, args: { a: 1 } }, { granted: true, args: { a: 1 } }],
    [
      'other arguments in the canonical form',
      { outcome: { outcome: 'selected' }, args: {} },
      { granted: true, args: {} },
    ],
    ['an option that allows', { outcome: { outcome: 'selected', optionId: 'yes' } }, { granted: true }],
    ['unknown members', { granted: true, by: 'me' }, { granted: true }],
  ])('grants: %s', (_, answer, decision) => {
    expect(decisionOf(answer, offered)).toStrictEqual(decision);
  });

  test.each([
    ['a denial', { granted: false, reason: 'why' }, 'why'],
    ['a denial without a reason', { granted: false, reason: 7 }, 'host did not grant approval'],
    ['a contradiction', { granted: false, outcome: { outcome: 'selected' } }, 'host did not grant approval'],
    ['an option that rejects', { outcome: { outcome: 'selected', optionId: 'no' } }, 'host did not grant approval'],
    [
      'an option that was not offered',
      { outcome: { outcome: 'selected', optionId: 'x' } },
      'host did not grant approval',
    ],
    ['cancelled', { outcome: { outcome: 'cancelled' } }, 'host did not grant approval'],
    ['an unknown word', { outcome: { outcome: 'approved' } }, 'host did not grant approval'],
    ['a bare word', { outcome: 'selected' }, 'host did not grant approval'],
    ['a granted that is not a boolean', { granted: 'true' }, 'host did not grant approval'],
    ['nothing', {}, 'host did not grant approval'],
    ['null', null, 'host did not grant approval'],
    ['true', true, 'host did not grant approval'],
    ['a list', [{ granted: true }], 'host did not grant approval'],
  ])('denies: %s', (_, answer, reason) => {
    expect(decisionOf(answer, offered)).toStrictEqual({ granted: false, reason });
  });

  test('a word that rejects denies although no options were offered', () => {
    expect(decisionOf({ outcome: { outcome: 'selected', optionId: 'reject_once' } }).granted).toBe(false);
    expect(decisionOf({ outcome: { outcome: 'selected', optionId: 'allow' } }).granted).toBe(true);
  });
});
