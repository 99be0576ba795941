import { describe, expect, it } from 'vitest';
import type { Target } from '../../../src/language/target.js';
import { targetFromCommand, targetFromUrl } from './target-argv.js';
import { readTargetOptions, type TargetOptions, withTargetOptions } from './target-options.js';

const none: TargetOptions = { header: [], env: [] };
const started = targetFromCommand('mcp/server', ['node', 'server.js'], '/home/me');
const running = targetFromUrl('mcp/server', 'http://127.0.0.1:1/mcp', '/home/me') as Target;
const ENV = { TOKEN: 's3cret', EMPTY: '' };

function target(of: Target, options: Partial<TargetOptions>): Target {
  const found = withOptions(of, options);
  if ('message' in found) throw new Error(found.message);
  return found;
}

function withOptions(of: Target, options: Partial<TargetOptions>) {
  const read = readTargetOptions({ ...none, ...options });
  return 'message' in read ? read : withTargetOptions(of, read, '/home/me', ENV);
}

describe('what the command line says of a target', () => {
  it('is its folder, its variables and its budget', () => {
    const { transports, within } = target(started, { env: ['A=b=c', 'T=${env.TOKEN}'], cwd: 'sub', within: '20s' });
    expect(transports.stdio).toMatchObject({ cwd: '/home/me/sub', env: { A: 'b=c', T: 's3cret' } });
    expect(within).toBe('20s');
  });

  it('is its headers, in place of those of the file with the same names', () => {
    const spec = { ...running.transports.http!, headers: { Authorization: 'old', 'x-other': 'kept' } };
    const { transports } = target(
      { ...running, transports: { http: spec } },
      { header: ['authorization: Bearer ${env.TOKEN}'] },
    );
    expect(transports.http?.headers).toEqual({ authorization: 'Bearer s3cret', 'x-other': 'kept' });
  });

  it.for<[string, string, string[]]>([
    ['what comes from the environment', 'x-any: a ${env.TOKEN}', ['s3cret']],
    ['credentials', 'Authorization: Bearer abc1', ['abc1']],
    ['a key', 'x-api-key: abc1', ['abc1']],
    ['nothing else', 'accept: text/plain', []],
  ])('hides of its headers %s', ([, header, hidden]) => {
    expect([...target(running, { header: [header] }).secrets.values()]).toEqual(hidden);
  });

  it.for<[Target, Partial<TargetOptions>, RegExp]>([
    [running, { header: ['authorization'] }, /^--header takes `NAME: VALUE`$/],
    [running, { header: ['a: b\r\nc: d'] }, /^--header takes/],
    [running, { header: ['a: ${env.EMPTY}'] }, /^the environment variable `EMPTY` is not set$/],
    [running, { header: ['a: ${env.NOWHERE}'] }, /^the environment variable `NOWHERE` is not set$/],
    [running, { env: ['A=b'] }, /^--env is for what Proctor starts/],
    [running, { cwd: '.' }, /^--cwd is for what Proctor starts/],
    [started, { header: ['a: b'] }, /^--header is for targets that are reached over http or ws/],
    [started, { env: ['A'] }, /^--env takes `NAME=VALUE`$/],
    [started, { within: '20' }, /^--within takes a duration with its unit, not `20`$/],
    [started, { within: '50000m' }, /^--within: "50000m" is too long; the longest duration is 10080m, a week$/],
    [started, { within: '0s' }, /^--within must be longer than nothing$/],
  ])('is refused where it makes no sense: %$', ([of, options, message]) => {
    expect(withOptions(of, options)).toMatchObject({ message: expect.stringMatching(message) });
  });
});
