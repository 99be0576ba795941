import { describe, expect, it } from 'vitest';
import { type Admission, admit } from './admission.js';
import { withoutToken } from './token.js';

const status = (headers: Record<string, string>, allowed: Admission = {}, path = '/') =>
  admit({ method: 'POST', path, headers: { host: '127.0.0.1:1', ...headers } }, allowed)?.status ?? 'in';

describe('a request', () => {
  it.each([
    'localhost',
    'LOCALHOST:80',
    'localhost.:80',
    'localhost:',
    '127.0.0.1',
    '127.1.2.3:65535',
    '127.255.255.255',
    '[::1]',
    '[::1]:80',
  ])('is let in under the host %s', (host) => {
    expect(status({ host })).toBe('in');
  });

  it.each([
    '',
    'evil.example',
    'evil.example:80',
    'localhost.evil.example',
    'evil-localhost',
    'evil.localhost',
    'localhost..',
    'localhost:80:80',
    'localhost:80.evil.example',
    'localhost@evil.example',
    'evil.example@localhost',
    'user:127.0.0.1@evil.example',
    'localhost, evil.example',
    'evil.example, localhost',
    'localhost/evil.example',
    'localhost\\.evil.example',
    'localhost%00.evil.example',
    '127.0.0.1.nip.io',
    '127.0.0.1.evil.example',
    '127.0.0.1.',
    '127.0.0.256',
    '127.1',
    '0127.0.0.1',
    '128.0.0.1',
    '0.0.0.0',
    '2130706433',
    '10.0.0.1:80',
    '192.168.1.1',
    '::1',
    '[::]',
    '[::1%25eth0]',
    '[::2]',
    '[::ffff:10.0.0.1]',
    '[::1].evil.example',
  ])('is refused under the host %j', (host) => {
    expect(status({ host })).toBe(403);
    expect(status({ host, origin: 'http://localhost' })).toBe(403);
  });

  it('is refused without a host', () => {
    expect(admit({ path: '/', headers: {} }, {})).toMatchObject({ status: 403 });
    expect(admit({ path: '/', headers: {} }, { hosts: ['*'] })).toBeUndefined();
  });

  it('is judged by the host of its target, too', () => {
    expect(status({}, {}, 'http://evil.example/mcp')).toBe(403);
    expect(status({}, {}, 'HTTP://localhost@evil.example/')).toBe(403);
    expect(status({ host: 'evil.example' }, {}, 'http://localhost/')).toBe(403);
    expect(status({}, {}, 'http://localhost:1/mcp')).toBe('in');
    expect(status({}, {}, '/redirect?to=http://evil.example/')).toBe('in');
  });

  it.each([
    'http://localhost',
    'HTTP://LocalHost:3000',
    'https://127.0.0.1:8443',
    'http://127.9.9.9',
    'http://[::1]:1',
    'http://localhost/',
  ])('is let in from the origin %s', (origin) => {
    expect(status({ origin })).toBe('in');
  });

  it.each([
    '',
    'null',
    'NULL',
    'file://',
    'about:blank',
    'data:',
    'chrome-extension://abcdef',
    'vscode-webview://abcdef',
    'https://evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'http://localhost.evil.example',
    'http://127.0.0.1.nip.io',
    'http://evil-localhost',
    'http://localhost@evil.example',
    'http://evil.example@localhost',
    'http://localhost:80@evil.example',
    'http://localhost:80.evil.example',
    'http://localhost/evil',
    'http://localhost#.evil.example',
    'http://localhost?.evil.example',
    'http://localhost\\.evil.example',
    'http://localhost, https://evil.example',
    'https://evil.example, http://localhost',
    'http://localhost https://evil.example',
    'http:localhost',
    '//localhost',
    'localhost',
    'ftp://localhost',
    'http://0.0.0.0',
    'http://127.1',
    'http://[::]',
  ])('is refused from the origin %j', (origin) => {
    expect(status({ origin })).toBe(403);
  });

  it('is let in from an origin and under a name that are listed', () => {
    const allowed = { origins: ['https://IDE.example.com', 'null'], hosts: ['Box.local', 'other:8080'] };
    expect(status({ origin: 'https://ide.example.com' }, allowed)).toBe('in');
    expect(status({ origin: 'https://ide.example.com/' }, allowed)).toBe('in');
    expect(status({ origin: 'null' }, allowed)).toBe('in');
    expect(status({ origin: 'http://ide.example.com' }, allowed)).toBe(403);
    expect(status({ origin: 'https://ide.example.com.evil.example' }, allowed)).toBe(403);
    expect(status({ origin: 'http://localhost' }, allowed)).toBe('in');
    expect(status({ origin: 'http://localhost' }, { ...allowed, listedOnly: true })).toBe(403);
    expect(status({ origin: 'http://localhost' }, { listedOnly: true })).toBe('in');
    expect(status({ host: 'box.local:9' }, allowed)).toBe('in');
    expect(status({ host: 'other:8080' }, allowed)).toBe('in');
    expect(status({ host: 'other:8081' }, allowed)).toBe(403);
    expect(status({ host: 'evil.box.local' }, allowed)).toBe(403);
  });

  it('is let in from any origin or under any name if `*` is listed', () => {
    expect(status({ origin: 'null' }, { origins: ['*'] })).toBe('in');
    expect(status({ origin: 'https://evil.example' }, { origins: ['*'], listedOnly: true })).toBe('in');
    expect(status({ origin: 'https://evil.example', host: 'evil.example' }, { origins: ['*'] })).toBe(403);
    expect(status({ host: 'evil.example' }, { hosts: ['*'] })).toBe('in');
    expect(status({ host: 'evil.example', origin: 'https://evil.example' }, { hosts: ['*'] })).toBe(403);
  });

  it('that a page of another site makes without an origin is refused, unless a person follows a link', () => {
    const from = (site: string, mode: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': mode });
    expect(status(from('cross-site', 'no-cors'))).toBe(403);
    expect(status(from('cross-site', 'navigate'))).toBe('in');
    expect(status(from('same-origin', 'cors'))).toBe('in');
    expect(status(from('none', 'navigate'))).toBe('in');
    expect(status(from('cross-site', 'no-cors'), { origins: ['*'] })).toBe('in');
  });

  it('is told why it is refused and how it would not be, without characters that do something', () => {
    const { reason = '' } = admit({ headers: { host: 'x', origin: 'http://localhost' } }, {})!;
    expect(reason).toBe(
      'The host x is not allowed: only this machine may come. Whoever started this server can list more under `hosts`',
    );
    const odd = admit({ headers: { host: 'localhost', origin: `\u001b[2J\u009b<script>${'a'.repeat(1000)}` } }, {})!;
    expect(odd.reason).toMatch(/^The origin [ -;=?-~]+ is not allowed: .* under `origins`$/);
    expect(odd.reason.length).toBeLessThan(250);
  });
});

describe('the path of a request to a server with a token', () => {
  it.each([
    ['/t0ken/mcp?a=b', '/mcp?a=b'],
    ['/t0ken', '/'],
    ['/t0ken/', '/'],
    ['/t0ken?a', '/?a'],
    ['/t0ken//x', '//x'],
    ['/t0ken/t0ken', '/t0ken'],
    ['/', undefined],
    ['/mcp', undefined],
    ['/t0ke/mcp', undefined],
    ['/t0kens/mcp', undefined],
    ['/T0KEN/mcp', undefined],
    ['/%74oken', undefined],
    ['//t0ken/mcp', undefined],
    ['/mcp/t0ken', undefined],
    ['/?token=t0ken', undefined],
    ['http://localhost/t0ken/mcp', undefined],
    ['*', undefined],
    ['', undefined],
  ])('%s is %s', (path, rest) => {
    expect(withoutToken(path, 't0ken')).toBe(rest);
  });
});
