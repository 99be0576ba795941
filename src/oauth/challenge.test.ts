import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Challenges,
  challengesOf,
  formatChallenge,
  MOST_CHARACTERS,
  MOST_PARTS,
  parameterOf,
  parseChallenges,
} from './challenge.js';

/** Challenges without their places. */
const plain = ({ challenges }: Challenges) =>
  challenges.map(({ scheme, token68, parameters }) => [
    scheme,
    token68 ?? Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  ]);
const read = (...fields: string[]) => plain(parseChallenges(fields));
const problems = (...fields: string[]) =>
  parseChallenges(fields).problems.map(({ field, offset, message }) => `${field}:${offset} ${message}`);

describe('challenges', () => {
  it.each<[fields: string[], expected: unknown]>([
    [['Bearer'], [['Bearer', {}]]],
    [['Bearer realm="a"'], [['Bearer', { realm: 'a' }]]],
    [
      ['Basic realm="x", Bearer resource_metadata="http://a/b"'],
      [
        ['Basic', { realm: 'x' }],
        ['Bearer', { resource_metadata: 'http://a/b' }],
      ],
    ],
    [
      ['Basic realm="x"', 'Bearer scope="a b"'],
      [
        ['Basic', { realm: 'x' }],
        ['Bearer', { scope: 'a b' }],
      ],
    ],
    [
      ['Negotiate, Bearer'],
      [
        ['Negotiate', {}],
        ['Bearer', {}],
      ],
    ],
    [
      ['Negotiate abc+/==, Bearer realm=x'],
      [
        ['Negotiate', 'abc+/=='],
        ['Bearer', { realm: 'x' }],
      ],
    ],
    [
      ['BEARER Resource_Metadata = "http://a/b" , error=invalid_token'],
      [['BEARER', { Resource_Metadata: 'http://a/b', error: 'invalid_token' }]],
    ],
    [
      ['Bearer error_description="see resource_metadata=http://evil/", resource_metadata="http://good/"'],
      [['Bearer', { error_description: 'see resource_metadata=http://evil/', resource_metadata: 'http://good/' }]],
    ],
    [
      ['Bearer error_description="a \\"quoted, Basic realm=1\\" \\\\ word"'],
      [['Bearer', { error_description: 'a "quoted, Basic realm=1" \\ word' }]],
    ],
    [[', ,Bearer ,realm="a",,scope=b,'], [['Bearer', { realm: 'a', scope: 'b' }]]],
    [['\tBearer\t realm="\ta"\t'], [['Bearer', { realm: '\ta' }]]],
    [['Digest qop="auth,auth-int", nonce="x"'], [['Digest', { qop: 'auth,auth-int', nonce: 'x' }]]],
    [['', 'Bearer'], [['Bearer', {}]]],
    // By the grammar this is no parameter without a value.
    [['Bearer realm='], [['Bearer', 'realm=']]],
  ])('of %j are read without a problem', (fields, expected) => {
    expect(read(...fields)).toEqual(expected);
    expect(problems(...fields)).toEqual([]);
  });

  it.each<[fields: string[], expected: unknown, told: string[]]>([
    [
      ['Bearer realm="a" scope="b"'],
      [['Bearer', { realm: 'a', scope: 'b' }]],
      ['0:17 a comma was expected after the value of realm'],
    ],
    [['Bearer realm="a'], [['Bearer', { realm: 'a' }]], ['0:13 a quoted string does not end']],
    [['Bearer realm="a\\'], [['Bearer', { realm: 'a' }]], ['0:13 a quoted string does not end']],
    [
      ['Bearer resource_metadata=http://a/b, error=x'],
      [['Bearer', { resource_metadata: 'http://a/b', error: 'x' }]],
      ['0:25 the value of resource_metadata needs quotes'],
    ],
    [
      ['Bearer error=x, realm= , scope=y'],
      [['Bearer', { error: 'x', realm: '', scope: 'y' }]],
      ['0:23 the parameter realm has no value'],
    ],
    [
      ['Bearer scope="a", Scope="b"'],
      [['Bearer', { scope: 'a', Scope: 'b' }]],
      ['0:18 the parameter Scope came before in this challenge'],
    ],
    [['realm="a", Bearer'], [['Bearer', {}]], ['0:0 the parameter realm belongs to no challenge']],
    [['Bearer', 'realm="a"'], [['Bearer', {}]], ['1:0 the parameter realm belongs to no challenge']],
    [['Bearer realm="\u00fc"'], [['Bearer', { realm: '\u00fc' }]], ['0:14 "\u00fc" is not printable ASCII']],
    [
      ['Bearer realm="a\r\nb", error=x'],
      [['Bearer', { realm: 'a\r\nb', error: 'x' }]],
      ['0:15 "\\r" is not printable ASCII'],
    ],
    [['Bearer realm="\\\u0000"'], [['Bearer', { realm: '\u0000' }]], ['0:15 "\\u0000" is not printable ASCII']],
    [['(x), Bearer'], [['Bearer', {}]], ['0:0 a scheme or a parameter was expected, not "("']],
    [
      ['Bearer"x", Basic'],
      [
        ['Bearer', {}],
        ['Basic', {}],
      ],
      ['0:6 a blank was expected after the scheme Bearer'],
    ],
    [
      ['Bearer (x), Basic'],
      [
        ['Bearer', {}],
        ['Basic', {}],
      ],
      ['0:7 a parameter was expected, not "("'],
    ],
    [['Bearer a b=c'], [['Bearer', { b: 'c' }]], ['0:9 "=" was expected after a']],
  ])('of %j are read as far as they can be', (fields, expected, told) => {
    expect(read(...fields)).toEqual(expected);
    expect(problems(...fields)).toEqual(told);
  });

  it('say where each part stands', () => {
    const { challenges } = parseChallenges(['Basic', ' Basic a=b, Bearer  scope = "x"']);
    expect(challenges.map(({ at }) => at)).toEqual([
      { field: 0, offset: 0 },
      { field: 1, offset: 1 },
      { field: 1, offset: 12 },
    ]);
    expect(challenges[2]!.parameters[0]).toMatchObject({
      at: { field: 1, offset: 20 },
      valueAt: { field: 1, offset: 28 },
    });
  });

  it('are found by scheme, and their parameters by name, in any case', () => {
    const all = parseChallenges('Basic realm="x", bEARER ERROR="a", error="b"');
    const [bearer] = challengesOf(all, 'Bearer');
    expect(parameterOf(bearer, 'error')).toBe('a');
    expect(parameterOf(bearer, 'realm')).toBeUndefined();
    expect(parameterOf(undefined, 'error')).toBeUndefined();
    expect(challengesOf(all, 'Digest')).toEqual([]);
  });
});

describe('a challenge as text', () => {
  it('quotes its values', () => {
    expect(formatChallenge('Bearer', {})).toBe('Bearer');
    expect(formatChallenge('Bearer', { error: 'a"\\b', realm: undefined })).toBe('Bearer error="a\\"\\\\b"');
  });

  it('refuses what no challenge can hold', () => {
    expect(() => formatChallenge('Bearer', { error: 'a\r\nb' })).toThrow(RangeError);
    expect(() => formatChallenge('Bearer', { 'a b': 'x' })).toThrow('no parameter is named "a b"');
    expect(() => formatChallenge('Bea rer', {})).toThrow('no scheme is named');
  });
});

const name = fc.stringMatching(/^[A-Za-z!#$%&'*+.^_`|~-][\w!#$%&'*+.^`|~-]{0,8}$/);
const value = fc.stringMatching(/^[ -~]{0,20}$/);
const challenge = fc.tuple(
  name,
  fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one.toLowerCase(), maxLength: 4 }),
);

describe('any challenges', () => {
  it('come back as they were written, in one field and in several', () => {
    fc.assert(
      fc.property(fc.array(challenge, { maxLength: 4 }), (all) => {
        const written = all.map(([scheme, parameters]) => formatChallenge(scheme, Object.fromEntries(parameters)));
        const expected = all.map(([scheme, parameters]) => [scheme, Object.fromEntries(parameters)]);
        expect(read(written.join(', '))).toEqual(expected);
        expect(read(...written)).toEqual(expected);
        expect(problems(written.join(','))).toEqual([]);
      }),
    );
  });

  it('never throw, and every place lies in its field', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('Bearer', ' ', ',', '=', '"', '\\', 'a', '\t', '(', 'é', '\n', 'a=b', '="x"'), {
          maxLength: 30,
        })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 3 }), (fields) => {
        const { challenges, problems: found } = parseChallenges(fields);
        const places = [
          ...found,
          ...challenges.flatMap(({ at, parameters }) => [at, ...parameters.flatMap((one) => [one.at, one.valueAt])]),
        ];
        for (const { field, offset } of places) {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset).toBeLessThanOrEqual(fields[field]!.length);
        }
        for (const one of challenges)
          for (const { name, at } of one.parameters) expect(fields[at.field]!.startsWith(name, at.offset)).toBe(true);
      }),
    );
  });

  it.each<[what: string, text: string]>([
    ['commas', ','.repeat(1_000_000)],
    ['blanks', `Bearer${' '.repeat(1_000_000)}x`],
    ['a word', 'a'.repeat(1_000_000)],
    ['a word and what is not an end of it', `Bearer ${'a'.repeat(60_000)}(`],
    ['backslashes', `Bearer a="${'\\'.repeat(1_000_000)}`],
    ['quotes', `Bearer a=${'"'.repeat(1_000_000)}`],
    ['equals signs', `Bearer ${'='.repeat(1_000_000)}`],
    ['words', 'Bearer a '.repeat(100_000)],
    ['parameters', `Bearer ${'a=b,'.repeat(100_000)}`],
    ['unprintable values', `Bearer ${'a="\u0001",'.repeat(100_000)}`],
  ])('of very many %s are read within the limits', (_, text) => {
    const before = process.cpuUsage();
    const { challenges, problems: found } = parseChallenges([text, text]);
    const { user } = process.cpuUsage(before);
    const parts = challenges.reduce((sum, { parameters }) => sum + 1 + parameters.length, 0);
    expect(parts).toBeLessThanOrEqual(2 * MOST_PARTS);
    expect(found.length).toBeLessThanOrEqual(MOST_PARTS + 1);
    expect(found.some(({ message }) => message.includes('the rest is not read'))).toBe(
      text.length > MOST_CHARACTERS / 2,
    );
    // In us. What is read takes 10 ms at most; were it quadratic it would take minutes.
    expect(user).toBeLessThan(2_000_000);
  });
});
