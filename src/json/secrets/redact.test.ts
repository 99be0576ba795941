import { describe, expect, it } from 'vitest';
import { isHidable, looksSecret, REDACTED, secretsInNamed, secretsInUrl, secretsInWords } from './credentials.js';
import { Secrets } from './redact.js';

const SECRET = 'pa"ss wörd/1';
const KEY = 'sk-live-abcdefghijkl';
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a known secret', () => {
  const secrets = new Secrets([SECRET, KEY, 'hunter2', '123456', "it's-secret", 'first-line-of-it\nsecond-line-of-it']);
  it.each<[string, string, string]>([
    ['as it is', `a ${SECRET} b`, `a ${REDACTED} b`],
    ['as JSON', JSON.stringify({ a: SECRET }), `{"a":"${REDACTED}"}`],
    ['as JSON in a string of JSON', JSON.stringify(JSON.stringify({ a: SECRET })), `"{\\"a\\":\\"${REDACTED}\\"}"`],
    ['in a URL', `/x/${encodeURIComponent(SECRET)}/y`, `/x/${REDACTED}/y`],
    ['in a URL with small letters', '/x/pa%22ss%20w%c3%b6rd%2f1', `/x/${REDACTED}`],
    ['in a form', new URLSearchParams({ q: SECRET }).toString(), `q=${REDACTED}`],
    ['in a line for a shell', "'it'\\''s-secret'", `'${REDACTED}'`],
    ['in XML', 'pa&quot;ss wörd/1', REDACTED],
    ['in hex', Buffer.from(KEY).toString('hex'), REDACTED],
    ['in base64', base64(KEY), REDACTED],
    ['in base64, behind one byte', base64(`:${KEY}`), REDACTED],
    ['in base64, behind two bytes and before others', `x ${base64(`u:${KEY}, and more`)} y`, `x ${REDACTED} y`],
    ['in base64url', Buffer.from(`?>${SECRET}`).toString('base64url'), REDACTED],
    ['cut off by an ellipsis', 'got "sk-live-abc…', `got "${REDACTED}…`],
    ['cut off by an ellipsis behind a quote', 'got "sk-live-abc"…', `got "${REDACTED}"…`],
    ['cut off with its text', `${'x'.repeat(80)}sk-live-abc`, `${'x'.repeat(80)}${REDACTED}`],
    ['whose beginning is cut off', `abcdefghijkl ${'x'.repeat(80)}`, `${REDACTED} ${'x'.repeat(80)}`],
    ['broken over lines', 'a sk-li\n   ve-abcdef\nghijkl b', `a ${REDACTED} b`],
    ['broken behind its first character', 'a s\r\nk-live-abcdefghijkl\nb', `a ${REDACTED}\nb`],
    ['of which one line is there', '    second-line-of-it', `    ${REDACTED}`],
    [
      'that is short, as a word',
      'token hunter2, hunter22, 123456, 1234567',
      `token ${REDACTED}, hunter22, ${REDACTED}, 1234567`,
    ],
  ])('is hidden: %s', (_how, text, clean) => {
    expect(secrets.text(text)).toBe(clean);
  });

  it('is hidden in JSON, which stays JSON', () => {
    const text = JSON.stringify([SECRET, { [KEY]: 123456, n: 1234567, t: '\nhunter2' }]);
    expect(JSON.parse(secrets.json(text))).toEqual([
      REDACTED,
      { [REDACTED]: REDACTED, n: 1234567, t: `\n${REDACTED}` },
    ]);
    expect(secrets.json('{"a":"\\nsecret-x"}')).toBe('{"a":"\\nsecret-x"}');
    expect(JSON.parse(new Secrets(['nsecret-x1']).json('{"a":"\\nsecret-x1"}'))).toEqual({ a: '\nsecret-x1' });
  });

  it('is hidden in bytes', () => {
    const bytes = Buffer.concat([Buffer.from([0xff]), Buffer.from(SECRET)]);
    expect([...secrets.bytes(bytes)]).toEqual([0xff, ...Buffer.from(REDACTED)]);
    const others = Buffer.from([0xff, 0x00]);
    expect(secrets.bytes(others)).toBe(others);
  });

  it.each(['', ' ', '1', 'abc', 'true', '8080', 'production', 'debug'])('is not a secret if it is %j', (value) => {
    const text = `x ${value} true 1 8080 production debug abc`;
    expect(new Secrets([value]).text(text)).toBe(text);
    expect(isHidable(value)).toBe(false);
  });

  // Comparing each with all others, as it once did, takes minutes for as many.
  it('is found among the thousands of tokens that a run makes up, each added after a text was cleaned', () => {
    const many = new Secrets();
    const token = (index: number) => `${index.toString(36)}.${'x'.repeat(30)}.${(index * 7919).toString(36)}`;
    for (let index = 1; index <= 20_000; index += 1) {
      many.add([token(index)]);
      expect(many.text(`a ${token(index)} b`)).toBe(`a ${REDACTED} b`);
    }
    expect(many.text(`${token(1)} ${token(20_001)}`)).toBe(`${REDACTED} ${token(20_001)}`);
  });

  it('takes time in proportion to the text, whatever the text is made of', () => {
    const slowest = (size: number) =>
      [
        'sk-live-',
        'sk-live\n',
        'x-key: ',
        'TOKEN',
        '://a',
        '?token=a',
        '"',
        '\\',
        'cookie: a=bbbb"',
        '…',
        'c2st',
        '\n ',
      ].map((part) => {
        const began = process.cpuUsage();
        secrets.text(part.repeat(size / part.length));
        const { user, system } = process.cpuUsage(began);
        return user + system;
      });
    slowest(10_000);
    const small = Math.max(...slowest(25_000));
    // Twice of quadratic would be 64 times.
    expect(Math.max(...slowest(200_000))).toBeLessThan(30 * Math.max(small, 20_000));
  });
});

describe('a credential that nobody declared', () => {
  const none = new Secrets();
  it.each<[string, string]>([
    ['> Authorization: Bearer abc123def', `> Authorization: Bearer ${REDACTED}`],
    ["curl -H 'X-Api-Key: planted' x", `curl -H 'X-Api-Key: ${REDACTED}' x`],
    ['headers: { authorization: "Bearer sk-1" }', `headers: { authorization: "Bearer ${REDACTED}" }`],
    ['{"authorization":"Bearer sk-1"}', `{"authorization":"Bearer ${REDACTED}"}`],
    ['{\\"x-api-key\\":\\"abcd1234\\"}', `{\\"x-api-key\\":\\"${REDACTED}\\"}`],
    ["{'proxy-authorization': 'Basic abcd'}", `{'proxy-authorization': 'Basic ${REDACTED}'}`],
    ['set-cookie: sid=abcdef; Path=/\nnext', `set-cookie: ${REDACTED}\nnext`],
    ['{"name":"API_KEY","value":"planted-x"}', `{"name":"API_KEY","value":"${REDACTED}"}`],
    ['http://user:word@host/x?token=abc&b=1#f', `http://${REDACTED}@host/x?token=${REDACTED}&b=1#f`],
    ['GITHUB_TOKEN=ghp_12345', `GITHUB_TOKEN=${REDACTED}`],
    ['x-auth-token: planted-value', `x-auth-token: ${REDACTED}`],
    ['{"type":"bytecode.reload","auth":"planted-x"}', `{"type":"bytecode.reload","auth":"${REDACTED}"}`],
    ['{\\"endpoint\\":\\"x\\",\\"token\\":\\"planted-x\\"}', `{\\"endpoint\\":\\"x\\",\\"token\\":\\"${REDACTED}\\"}`],
    ['[runtime.control]\nauth_token = "planted-x"\n', `[runtime.control]\nauth_token = "${REDACTED}"\n`],
  ])('%s', (text, clean) => {
    expect(none.text(text)).toBe(clean);
    expect(none.text(clean)).toBe(clean);
  });

  it.each([
    "--header 'authorization: Bearer ${env.TOKEN}'",
    'authorization: must be sent',
    'a Bearer token is refused; Basic authentication, too',
    '{"progressToken":"progress-1","nextCursor":"abc"}',
    'sec-websocket-key: dGhlIHNhbXBsZQ==',
    'resource template {?token}, http://host/?token={token}',
    'http://127.0.0.1:8080/mcp?page=2',
    'the variable MY_TOKEN is not set',
    'unexpected token: identifier_1',
    '{"web":{"enabled":true,"auth":"local"}}',
  ])('leaves %j alone', (text) => {
    expect(none.text(text)).toBe(text);
  });
});

it('knows secrets by their form and by their names', () => {
  for (const value of ['sk-abc123ABC', 'planted-secret-value', 'QUJDREVGRw==', 'postgres://a:bcdefg@host/db'])
    expect(looksSecret(value), value).toBe(true);
  for (const value of [
    'production',
    'application/json',
    '2025-11-25',
    '/home/me/x',
    'http://localhost:3000/mcp',
    'a.example.com',
    '127.0.0.1',
  ])
    expect(looksSecret(value), value).toBe(false);
  expect(secretsInUrl('https://me:p%40ssword@host/x?key=abcd&page=2')).toEqual(
    expect.arrayContaining(['me:p%40ssword', 'p%40ssword', 'p@ssword', 'abcd']),
  );
  expect(
    secretsInWords([
      'node',
      'x.js',
      '--token',
      'tttt',
      '--api-key=kkkk',
      '-e',
      'MY_SECRET=ssss',
      '--key',
      'a.pem',
      '-u',
      'me:wwww',
    ]),
  ).toEqual(['tttt', 'kkkk', 'ssss', 'wwww']);
  expect(secretsInNamed('mcp-protocol-version', 'DRAFT-2026-v1')).toEqual([]);
  expect(secretsInNamed('KEY_FILE', '/etc/key.pem')).toEqual([]);
});
