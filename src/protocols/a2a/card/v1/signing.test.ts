import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { type Json, type JsonObject, parseJson } from '../../../../json/json.js';
import { canonicalJson } from '../canonical.js';
import { cardMessages, signedPart } from './presence.js';
import { CardKeys } from './signing.js';
import { payloadOf, wrongSignature } from './verify.js';

const fixture = parseJson(readFileSync(new URL('fixtures/signed-card.json', import.meta.url), 'utf8')) as {
  card: JsonObject;
  keys: JsonObject[];
};

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(`schemas/a2a/1.0.1/${name}.json`, 'utf8')) as { properties?: object; required?: string[] };

describe('the canonical form of RFC 8785', () => {
  test.each<[string, string]>([
    ['{"b":1,"a":[2,{"d":null,"c":true}]}', '{"a":[2,{"c":true,"d":null}],"b":1}'],
    // UTF-16 units, in which the emoji is D83D DE00, before FB01.
    ['{"ﬁ":1,"😀":2,"ö":3,"Z":4,"":5,"10":6,"9":7}', '{"":5,"10":6,"9":7,"Z":4,"ö":3,"😀":2,"ﬁ":1}'],
    ['[1.0,-0,1E21,1e-7,0.10,123456789012345678901,4.50]', '[1,0,1e+21,1e-7,0.1,123456789012345680000,4.5]'],
    ['"\\u00e9\\/\\u0007\\u000a\\u0022\\u005c\\u2028\\u007f"', '"é/\\u0007\\n\\"\\\\\u2028\u007f"'],
  ])('of %s', (text, canonical) => {
    expect(canonicalJson(parseJson(text))).toBe(canonical);
  });
});

describe('what is signed of a card', () => {
  const about = (card: JsonObject) => signedPart(card, 'keep');

  it('keeps what is required or optional in the proto file, and leaves other defaults out', () => {
    const capabilities = { streaming: false, pushNotifications: false, extensions: [] };
    expect(about({ name: '', capabilities, skills: [], iconUrl: '', securityRequirements: [] })).toEqual({
      name: '',
      capabilities: { streaming: false, pushNotifications: false },
      skills: [],
      iconUrl: '',
    });
  });

  it('keeps a message that is set, however empty, and what is inside of a struct', () => {
    const params = { empty: '', list: [], none: null };
    const extensions = [{ uri: '', description: '', required: false, params }];
    expect(about({ provider: {}, capabilities: { extensions } })).toEqual({
      provider: {},
      capabilities: { extensions: [{ params }] },
    });
  });

  it('leaves out signatures and what is null', () => {
    expect(about({ name: 'A', iconUrl: null, provider: null, signatures: [] })).toEqual({ name: 'A' });
  });

  it('keeps or drops what the proto file does not have', () => {
    const card = { name: 'A', url: '', capabilities: { proctor: false } };
    expect(about(card)).toEqual(card);
    expect(signedPart(card, 'drop')).toEqual({ name: 'A', capabilities: {} });
  });

  it('knows every member of the schemas, and keeps those that they require', () => {
    for (const [name, fields] of cardMessages()) {
      const { properties = {}, required = [] } = schemaOf(name);
      expect({ name, members: Object.keys(fields).sort() }).toEqual({ name, members: Object.keys(properties).sort() });
      expect({ name, required: required.filter((one) => !fields[one]!.stays) }).toEqual({ name, required: [] });
    }
  });
});

describe('the signatures of a card', () => {
  const { card, keys } = fixture;
  const signatures = card.signatures as JsonObject[];
  const kids = keys.map(({ kid }) => kid);

  test.each(kids.map((kid, at) => ({ kid, at })))('made by another program verify: $kid', ({ at }) => {
    expect(wrongSignature({ ...card, signatures: [signatures[at]!] }, { keys })).toBeUndefined();
  });

  test.each<[string, JsonObject]>([
    ['a member that was set to its default', { documentationUrl: null }],
    ['a required member', { description: null }],
    ['a value', { version: '1.0.1' }],
    ['a member more', { iconUrl: '' }],
  ])('do not verify if %s is another one', (_, change) => {
    expect(wrongSignature({ ...card, ...change }, keys)).toMatch(/^\/signatures\/0 is not the signature/);
  });

  it('verify whatever else has its default value', () => {
    expect(
      wrongSignature({ ...card, securityRequirements: card.securityRequirements!, provider: card.provider! }, keys),
    ).toBe(undefined);
    expect(wrongSignature({ ...card, proctor: 1 }, keys)).toBeUndefined();
  });

  test.each<[string, Json, RegExp]>([
    ['that are not there', { ...card, signatures: [] }, /^no signature of the card names a key/],
    [
      'of other keys',
      { ...card, signatures: [{ ...signatures[0]!, protected: signatures[1]!.protected! }] },
      /^\/signatures\/0/,
    ],
    ['that are no objects', { ...card, signatures: [null, 'x', {}] }, /^no signature/],
    ['of what is no card', null, /not an object/],
  ])('%s do not verify', (_, broken, problem) => {
    expect(wrongSignature(broken, keys)).toMatch(problem);
  });

  it('of the reference verify with its published key, and with no other', () => {
    const own = new CardKeys();
    const plain: JsonObject = { name: 'A', skills: [], proctor: true };
    const { keys: published } = own.published() as { keys: JsonObject[] };
    const signedBy = (...signers: Parameters<CardKeys['signed']>[1]) =>
      own.signed(plain, signers, 'https://a.example/keys');
    expect(wrongSignature(signedBy('foreign', 'good'), published)).toBeUndefined();
    expect(wrongSignature(signedBy('foreign'), published)).toMatch(/names a key/);
    expect(wrongSignature(signedBy('forged'), published)).toMatch(/is not the signature/);
    expect(wrongSignature(signedBy('none'), published)).toMatch(/is not the signature/);
    expect(payloadOf(plain)).toBe('{"name":"A","proctor":true,"skills":[]}');
  });
});
