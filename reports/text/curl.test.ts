import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutHidden } from '../../src/json/visible.js';
import type { SentRequest } from '../../src/wire/record.js';
import { curlLine } from './curl.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'curl-line-'));
  // Stands in for curl: writes down what a shell hands to it.
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const body = args.includes('@-') ? readFileSync(0).toString('base64') : undefined;
writeFileSync(process.env.SEEN, JSON.stringify({ args, body }));
`;
  writeFileSync(join(folder, 'curl'), script);
  chmodSync(join(folder, 'curl'), 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What curl is given by a POSIX shell. */
function given(line: string): { args: string[]; body?: string } {
  const seen = join(folder, 'seen.json');
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, SEEN: seen };
  execFileSync('/bin/sh', ['-c', line], { cwd: folder, env });
  return JSON.parse(readFileSync(seen, 'utf8'));
}

const request = (more: Partial<SentRequest>): SentRequest => ({
  method: 'POST',
  url: 'http://127.0.0.1:4000/mcp',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'user-agent': 'proctor',
  },
  ...more,
});

const NASTY = [
  `it's "quoted" \`id\` $(id) $HOME \\n %s %d ! # & ; | < > * ? ~`,
  `'`,
  `'; touch pwned; '`,
  '@/etc/passwd',
  '-o out',
  '-o\u001bout',
  'line\nbreak\ttab',
  '\u001b[2J\u202eevil\u0007',
  'größe 🙂',
  '',
];

describe('curlLine', () => {
  it('is a plain line where nothing is strange', () => {
    expect(curlLine(request({ body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }))).toBe(
      `curl -iN http://127.0.0.1:4000/mcp -H 'content-type: application/json' ` +
        `-H 'accept: application/json, text/event-stream' -H 'user-agent: proctor' ` +
        `--data-raw '{"jsonrpc":"2.0","id":1,"method":"ping"}'`,
    );
    expect(curlLine({ method: 'GET', url: 'http://h/a?b=c', headers: { accept: '*/*', 'user-agent': 'x' } })).toBe(
      `curl -i 'http://h/a?b=c' -H 'accept: */*' -H 'user-agent: x'`,
    );
  });

  it.each(NASTY)('brings a body to curl byte for byte: %j', (body) => {
    const line = curlLine(request({ body }))!;
    const { args, body: piped } = given(line);
    const came = piped === undefined ? args[args.indexOf('--data-raw') + 1] : Buffer.from(piped, 'base64').toString();
    expect(came).toBe(body);
    expect(withoutHidden(line, () => '')).toBe(line);
  });

  it.each(NASTY.filter((text) => !text.includes('\n')))('brings a header to curl as it is: %j', (value) => {
    const line = curlLine(request({ headers: { 'x-odd': value } }))!;
    expect(given(line).args).toContain(value === '' ? 'x-odd;' : `x-odd: ${value}`);
    expect(withoutHidden(line, () => '')).toBe(line);
  });

  it('brings bytes that are no text', () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const { body } = given(curlLine(request({ body: bytes }))!);
    expect(Buffer.from(body!, 'base64')).toEqual(bytes);
  });

  it('sends no more than was sent: the address as it is, and no header that was not there', () => {
    const line = curlLine({
      method: 'DELETE',
      url: 'http://h/a/../b?q=[1]{2}&r=$x',
      headers: { host: 'h' },
      body: 'x',
    })!;
    const { args } = given(line);
    expect(args).toEqual(
      ['-i', '-g', '--path-as-is', '-X', 'DELETE', 'http://h/a/../b?q=[1]{2}&r=$x'].concat(
        ['accept:', 'content-type:'].flatMap((name) => ['-H', name]),
        ['--data-raw', 'x'],
      ),
    );
    expect(curlLine({ method: 'HEAD', url: 'http://h/', headers: {} })).toContain('curl -i -I ');
  });

  it('is none where the body is too long to be shown', () => {
    expect(curlLine(request({ cut: true }))).toBeUndefined();
  });
});
