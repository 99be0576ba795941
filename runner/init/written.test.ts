import { describe, expect, it } from 'vitest';
import { type ReadTargetOptions, readTargetOptions, type TargetOptions } from '../load/target/target-options.js';
import { writtenTarget } from './written.js';

const ENV = { TOKEN: 's3cret-value', SHORT: 'Bearer', PATH: '/bin' };
const URL = 'http://127.0.0.1:1/mcp';

function written(line: { command?: string[]; url?: string } & Partial<TargetOptions>, file = 'proctor.yaml') {
  const { command, url, ...options } = line;
  const read = readTargetOptions({ header: [], env: [], ...options }) as ReadTargetOptions;
  return writtenTarget({ role: 'mcp/server', command, url, options: read }, '/work', file, ENV).target;
}

describe('a command line as a target file', () => {
  it.for<[string, Parameters<typeof written>, object]>([
    [
      'a command',
      [{ command: ['node', 'a.js'], within: '20s' }],
      { within: '20s', transports: { stdio: { command: ['node', 'a.js'] } } },
    ],
    [
      'a folder and variables',
      [{ command: ['a'], cwd: 'sub', env: ['A=${env.PATH}'] }],
      { transports: { stdio: { command: ['a'], cwd: 'sub', env: { A: '${env.PATH}' } } } },
    ],
    [
      'the folder, seen from a file elsewhere',
      [{ command: ['a'] }, 'deep/er/t.yaml'],
      { transports: { stdio: { command: ['a'], cwd: '../..' } } },
    ],
    [
      'a header that names a variable',
      [{ url: URL, header: ['authorization: Bearer ${env.TOKEN}'] }],
      { transports: { http: { url: URL, headers: { authorization: 'Bearer ${env.TOKEN}' } } } },
    ],
    [
      'a header that the shell has filled in',
      [{ url: URL, header: ['authorization: Bearer s3cret-value'] }],
      { transports: { http: { url: URL, headers: { authorization: 'Bearer ${env.TOKEN}' } } } },
    ],
    [
      'a header of its own',
      [{ url: URL, header: ['x-a: other'] }],
      { transports: { http: { url: URL, headers: { 'x-a': 'other' } } } },
    ],
  ])('is %s', ([, line, target]) => {
    expect(written(...line)).toMatchObject(target);
  });

  it.for([
    ['MEMORY_FILE_PATH', '${dir}/memory.jsonl'],
    ['DATA', 'state/of/it_all.json'],
    ['STORE_FILE', 'my_store9'],
    ['MODE', 'read-only'],
    ['FLAGS', '--approve-all'],
  ])('has a variable that holds a path or a choice as it was given: %s', ([name, value]) => {
    const env = [`${name}=${value}`];
    expect(written({ command: ['a'], env }).transports).toEqual({ stdio: { command: ['a'], env: { [name!]: value } } });
  });

  it.for([
    ['TOKEN_FOR_IT', 'a/b/c9'],
    ['DATA', 'Zm9v/YmFy/cXV4OTk='],
    ['PASSWORD', 'read-only'],
    ['SIGNS', 'a-long-passphrase'],
    ['STORE_URL', 'redis://me:hidden-word@127.0.0.1/1'],
  ])('has the name of a variable in place of a secret: %s', ([name, value]) => {
    const { env } = written({ command: ['a'], env: [`${name}=${value}`] }).transports.stdio as { env: object };
    expect(Object.values(env)[0]).toContain('${env.');
  });

  it.for<[Parameters<typeof written>[0], string]>([
    [{ url: 'nowhere' }, '`nowhere` is not a URL'],
    [{ url: URL, cwd: '.' }, '--cwd is for what Proctor starts'],
    [{ url: URL, env: ['A=b'] }, '--env is for what Proctor starts'],
    [{ command: ['a'], header: ['a: b'] }, '--header is for targets that are reached over http'],
  ])('is refused: %j', ([line, message]) => {
    expect(() => written(line)).toThrow(message);
  });
});
