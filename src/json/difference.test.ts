import { describe, expect, it } from 'vitest';
import { match } from '../language/pattern/pattern.js';
import { compileSchema } from '../schemas/index.js';
import { stringifyJson } from './json.js';

const SECRET = 'planted-9f3k-Xy71';
const LONG = `${SECRET}-${'x'.repeat(200)}`;

describe('a difference at a member that is named like a credential', () => {
  it.each([
    [{ token: SECRET }, { token: 'another-9f3k' }],
    [{ token: { $absent: true } }, { token: SECRET }],
    [{ token: { $type: 'integer' } }, { token: SECRET }],
    [{ token: { $in: ['a', 'b'] } }, { token: SECRET }],
    [{ token: { $not: SECRET } }, { token: SECRET }],
    [{ token: { $says: 'nothing of the kind', $re: '^x' } }, { token: SECRET }],
    [{ token: { $lit: LONG } }, { token: `${LONG}y` }],
    [{ token: 'short' }, { token: LONG }],
    [{ headers: { authorization: 'Bearer abc' } }, { headers: { authorization: `Bearer ${SECRET}` } }],
    [{ params: { $exact: {} } }, { params: { api_key: SECRET } }],
  ])('%j says where it is, and not what it is', (pattern, actual) => {
    const [difference] = match(pattern, actual);
    expect(difference!.actual).toMatch(/\[redacted\]$/);
    expect(stringifyJson(difference as never)).not.toMatch(/planted/);
  });

  it('shows what is not a secret', () => {
    expect(match({ token: 7 }, { token: 'none' })).toMatchObject([
      { message: 'expected 7, got "none"', actual: 'none' },
    ]);
    expect(match({ name: 'a' }, { name: SECRET })).toMatchObject([{ actual: SECRET }]);
  });

  it('is hidden by a schema, too', () => {
    const judge = compileSchema({ properties: { token: { const: 'x' }, auth: { enum: ['a', 'b'] } } } as never);
    const errors = judge({ token: SECRET, auth: SECRET });
    expect(errors).toHaveLength(2);
    expect(stringifyJson(errors as never)).not.toMatch(/planted/);
  });
});
