import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/json/json.js';
import { diff } from './diff.js';
import { bundleOf } from './layout.js';
import { type ErrorTable, errorChanges, methodChanges } from './method-changes.js';
import type { KnownMethod, KnownMethods } from './methods.js';

const method = (more: Partial<KnownMethod> = {}): KnownMethod => ({
  ...{ summary: '', direction: 'client-to-server', kind: 'request', paramsRequired: false, results: [], errors: [] },
  ...more,
});

/** What changed of the method `go`, as `effect direction change`. */
const ofMethod = (old: KnownMethod | undefined, now: KnownMethod | undefined) =>
  methodChanges({ old: old ? { go: old } : {}, now: now ? { go: now } : {} }).map(
    ({ effect, direction, change }) => `${effect} ${direction} ${change}`,
  );

describe('methods', () => {
  const gate = (pointer: string): Partial<KnownMethod> => ({ capability: { side: 'server', pointer } });

  it.each([
    ['that is gone breaks those who send it', method(), undefined, ['breaking received removed']],
    ['that is new breaks nobody', undefined, method({ kind: 'notification' }), ['compatible sent added']],
    ['that another side sends', method(), method({ direction: 'server-to-client' }), ['breaking received direction']],
    ['that only one side sends now', method({ direction: 'both' }), method(), ['breaking received direction']],
    ['that both sides send now', method(), method({ direction: 'both' }), ['compatible sent direction']],
    ['that is a notification now', method(), method({ kind: 'notification' }), ['breaking received kind']],
    ['that is behind a capability now', method(), method(gate('/x')), ['breaking received capability']],
    ['that is behind another one', method(gate('/x')), method(gate('/y')), ['breaking received capability']],
    ['that is behind none now', method(gate('/x')), method(), ['compatible received capability']],
  ])('one %s', (_, old, now, lines) => {
    expect(ofMethod(old, now)).toEqual(lines);
  });

  it('of files that do not say who sends them, or what they need, are not said to differ in that', () => {
    const { direction: _, ...found } = method({ found: true });
    expect(ofMethod(found, method({ direction: 'both', ...gate('/x') }))).toEqual([]);
    expect(ofMethod(method(gate('/x')), found)).toEqual([]);
  });
});

describe('errors', () => {
  const old: ErrorTable = { Missing: { code: -32002, meaning: 'It does not exist.' } };
  const methods = { old: {}, now: {} };
  const lines = (now: ErrorTable, tables: { old: KnownMethods; now: KnownMethods } = methods) =>
    errorChanges({ old, now }, tables).map(({ error, code, change, effect }) => `${effect} ${change} ${error} ${code}`);

  it.each<[string, ErrorTable, string[]]>([
    [
      'a new code breaks nobody',
      { ...old, Busy: { code: -32010, meaning: 'Busy.' } },
      ['compatible added Busy -32010'],
    ],
    ['a code that is gone breaks nobody', {}, ['compatible removed Missing -32002']],
    [
      'an error under another code is not recognized',
      { Missing: { code: -32602, meaning: 'It does not exist.' } },
      ['breaking code Missing -32602'],
    ],
    [
      'a code that means another error is taken for the first',
      { Busy: { code: -32002, meaning: 'Busy.' } },
      ['breaking name Busy -32002'],
    ],
    ['another name for the same is no change', { Gone: { code: -32002, meaning: 'It does not exist.' } }, []],
    ['another wording is no change', { Missing: { code: -32002, meaning: 'Not found.' } }, []],
    [
      'data that is defined now breaks nobody',
      { Missing: { code: -32002, meaning: 'It does not exist.', data: 'Detail' } },
      ['compatible data Missing -32002'],
    ],
  ])('%s', (_, now, expected) => {
    expect(lines(now)).toEqual(expected);
  });

  it('of methods that both versions have are compared', () => {
    const tables = {
      old: { go: method() },
      now: { go: method({ errors: ['Missing'] }), stop: method({ errors: ['Missing'] }) },
    };
    expect(errorChanges({ old, now: old }, tables).map(({ note }) => note)).toEqual(['now also of go']);
  });

  it('with data of another definition are compared by their schemas', () => {
    const bundle = (name: string, schema: Json) => bundleOf({ $defs: { [name]: schema } });
    const table = (data: string): ErrorTable => ({ Missing: { code: -32002, meaning: 'It does not exist.', data } });
    const found = diff(
      bundle('Detail', { type: 'object', required: ['uri'], properties: { uri: { type: 'string' } } }),
      bundle('More', { type: 'object', properties: { uri: { type: 'string' } } }),
      methods,
      { errors: { old: table('Detail'), now: table('More') } },
    );
    expect(found.messages).toMatchObject([{ method: 'Missing', kind: 'error', sent: 'breaking' }]);
    expect(found.changes.filter(({ effect }) => effect === 'breaking')).toMatchObject([
      { definition: 'data of Missing', pointer: '/uri', keyword: 'required', direction: 'sent', example: {} },
    ]);
  });
});
