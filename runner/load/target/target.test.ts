import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../src/language/role.js';
import type { Behavior } from '../../types.js';
import { formatProblem } from '../files/problems.js';
import { loadTarget } from './target.js';
import { targetFromCommand, targetFromUrl } from './target-argv.js';

const folder = mkdtempSync(join(tmpdir(), 'target-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 't.yaml');

const place = { file: 'x', line: 1, col: 1 };
const behaviors = new Map<string, Behavior>(
  Object.entries<Partial<Behavior>>({
    'echo-tool': { gives: { name: { type: 'string', description: 'its name' }, arguments: { type: 'object' } } },
    'slow-tool': {
      gives: {
        ms: { type: 'integer' },
        list: { type: 'array', minItems: 1 },
        any: true,
        of: { type: ['null', 'number'] },
      },
    },
    silent: { gives: {} },
    'call-tool': { gives: {}, roles: ['mcp/client'] },
  }).map(([name, one]) => [
    name,
    { name, protocol: 'mcp', roles: ['mcp/server'], text: 't', with: {}, gives: {}, place, ...one },
  ]),
);
const role = { role: 'mcp/server', transports: ['stdio', 'http'] } as Role;
const context = {
  roles: new Map([['mcp/server', role]]),
  behaviors: (protocol: string) => (protocol === 'mcp' ? behaviors : undefined),
  versions: () => ['2025-06-18', '2025-11-25'],
  env: { TOKEN: 's3cret', EMPTY: '' },
};

async function load(text: string) {
  writeFileSync(path, text);
  const { target, problems } = await loadTarget(path, context);
  expect(target === undefined).toBe(problems.length > 0);
  return { target, lines: problems.map((one) => formatProblem(one).split('\n')[0]?.replace(path, 't.yaml')) };
}

const HEAD = 'name: x\nrole: mcp/server\ntransports:\n  stdio: { command: [node, server.js] }\n';

describe('a target file', () => {
  test('says how its pages are opened, by an expression with a group for the address', async () => {
    const { target, lines } = await load(
      `${HEAD}opens: program\nbehaviors: { silent: { opens: { printed: "at (h\\\\S+)" } } }\n`,
    );
    expect(lines).toEqual([]);
    expect(target).toMatchObject({ opens: 'program' });
    expect(target?.behaviors.get('silent')).toMatchObject({ opens: { printed: 'at (h\\S+)' } });
    expect((await load(`${HEAD}opens: { printed: "http" }\n`)).lines).toEqual([
      't.yaml:5:19  needs a group for the address, such as `(http\\S+)`',
    ]);
    expect((await load(`${HEAD}behaviors: { silent: { opens: { printed: "(" } } }\n`)).lines).toEqual([
      expect.stringMatching(/^t\.yaml:5:\d+ {2}is not a regular expression: /),
    ]);
  });

  test('is read with everything that it may say', async () => {
    const { target, lines } = await load(`name: my-server
role: mcp/server
version: 2025-06-18
transport: http
transports:
  stdio: { command: ["\${node}", "s.js", "--dir=\${dir}"], env: { A: "1", B: null } }
  http:
    command: [node, s.js]
    cwd: ..
    url: "http://127.0.0.1:\${port}/mcp"
    headers: { authorization: "Bearer \${secret.token}" }
    ready: { stdout: "listening on \${HOST}" }
    stop: { how: term, grace: 3s }
isolation: run
jobs: 2
within: 3s
limit: 20s
behaviors:
  echo-tool: { gives: { name: echo, arguments: { message: "\${untouched}" } }, args: ["--port=\${port}"], script: model.yaml }
  slow-tool: { gives: { ms: 9223372036854775807, list: [1], any: null, of: 1.5 } }
  silent: {}
outcome: { exit: { ok: [0] } }
untestable: [{ case: "mcp.server.x.*", reason: takes too long }, { case: mcp.server.y, reason: over http, transport: http }]
secrets: { token: { env: TOKEN }, other: { value: abc } }
clock: true
`);
    expect(lines).toEqual([]);
    expect(target).toMatchObject({
      file: path,
      name: 'my-server',
      role: 'mcp/server',
      version: '2025-06-18',
      transport: 'http',
      isolation: 'run',
      jobs: 2,
      within: '3s',
      limit: '20s',
      outcome: { exit: { ok: [0] } },
      untestable: [
        { case: 'mcp.server.x.*', reason: 'takes too long', place: { line: 23, col: 14 } },
        { case: 'mcp.server.y', reason: 'over http', transport: 'http', place: { line: 23, col: 66 } },
      ],
      clock: true,
      transports: {
        stdio: {
          command: ['${node}', 's.js', '--dir=${dir}'],
          cwd: folder,
          env: { A: '1', B: null },
          headers: {},
          stop: {},
        },
        http: { cwd: dirname(folder), url: 'http://127.0.0.1:${port}/mcp', stop: { how: 'term', grace: '3s' } },
      },
    });
    expect([...target!.secrets]).toEqual([
      ['token', 's3cret'],
      ['other', 'abc'],
    ]);
    expect(target!.behaviors.get('echo-tool')).toEqual({
      gives: { name: 'echo', arguments: { message: '${untouched}' } },
      args: ['--port=${port}'],
      env: {},
      files: {},
      script: join(folder, 'model.yaml'),
      place: { file: join(folder, 't.yaml'), line: 19, col: 3 },
    });
    expect(target!.behaviors.get('slow-tool')?.gives.ms).toBe(9223372036854775807n);
  });

  test('with little: the first transport is the default, cases share a process', async () => {
    const { target } = await load(`${HEAD}  http: { url: "http://127.0.0.1:1/" }\n`);
    expect(target).toMatchObject({ transport: 'stdio', isolation: 'shared', clock: false, untestable: [] });
    expect(Object.keys(target!.transports)).toEqual(['stdio', 'http']);
    expect(target).not.toHaveProperty('version');
  });

  test.each<[string, string[]]>([
    [
      'name: x\nrole: mcp/sever\ntransports: { stdio: { command: [a] } }\n',
      ['t.yaml:2:7  unknown role `mcp/sever`; did you mean `mcp/server`?'],
    ],
    [`${HEAD}version: 2025-11-52\n`, ['t.yaml:5:10  unknown version `2025-11-52` of mcp; did you mean `2025-11-25`?']],
    [`${HEAD}within: 50000m\n`, ['t.yaml:5:9  "50000m" is too long; the longest duration is 10080m, a week']],
    [
      'name: x\nrole: mcp/server\nlimit: 604801s\ntransports:\n  http: { command: [a], ready: { stdout: b, within: 99999999s }, stop: { grace: 99999m } }\n',
      [
        't.yaml:3:8  "604801s" is too long; the longest duration is 10080m, a week',
        't.yaml:5:53  "99999999s" is too long; the longest duration is 10080m, a week',
        't.yaml:5:81  "99999m" is too long; the longest duration is 10080m, a week',
      ],
    ],
    [`${HEAD}transport: http\n`, ['t.yaml:5:12  `transports` has no `http`']],
    [
      `${HEAD}  ws: { url: "ws://127.0.0.1:1/" }\n`,
      ['t.yaml:5:3  mcp/server is not spoken over `ws`; it is over stdio, http'],
    ],
    [`${HEAD}behaviors: { echo-tol: {} }\n`, ['t.yaml:5:14  unknown behavior `echo-tol`; did you mean `echo-tool`?']],
    [
      `${HEAD}behaviors: { call-tool: {} }\n`,
      ['t.yaml:5:14  `call-tool` is a behavior of mcp/client, and this is mcp/server'],
    ],
    [
      `${HEAD}behaviors: { echo-tool: { gives: { name: 1, arguments: {} } } }\n`,
      ['t.yaml:5:42  `name` of `echo-tool` must be of type string, not an integer'],
    ],
    [
      `${HEAD}behaviors: { echo-tool: { gives: { nam: a, arguments: [] } } }\n`,
      [
        't.yaml:5:36  `echo-tool` gives no `nam`; did you mean `name`?',
        't.yaml:5:55  `arguments` of `echo-tool` must be of type object, not a list',
        't.yaml:5:14  `echo-tool` must give `name`',
      ],
    ],
    [
      `${HEAD}behaviors: { slow-tool: { gives: { ms: 1.5, list: [], any: 1, of: x } } }\n`,
      [
        't.yaml:5:40  `ms` of `slow-tool` must be of type integer, not a number',
        't.yaml:5:51  `list` of `slow-tool` is empty',
        't.yaml:5:67  `of` of `slow-tool` must be of type null or number, not a string',
      ],
    ],
    [`${HEAD}behaviors: { silent: { gives: { x: 1 } } }\n`, ['t.yaml:5:33  `silent` gives no `x`; it gives nothing']],
    [
      `${HEAD}behaviors: { silent: { gives: { toString: 1 } } }\n`,
      ['t.yaml:5:33  `silent` gives no `toString`; it gives nothing'],
    ],
    [
      `${HEAD}secrets: { a: { env: NOPE }, b: { env: EMPTY } }\n`,
      [
        't.yaml:5:22  the environment variable `NOPE` is not set; the secret `a` comes from it',
        't.yaml:5:40  the environment variable `EMPTY` is not set; the secret `b` comes from it',
      ],
    ],
    [
      'name: x\nrole: mcp/server\ntransports:\n  stdio: { command: [node, "${prot}"], env: { A: "${HOME}" } }\n',
      [
        't.yaml:4:28  nothing fills in `${prot}`; did you mean `port`?',
        't.yaml:4:50  nothing fills in `${HOME}`; no shell is involved; use `env` or write the value',
      ],
    ],
    [
      `${HEAD}behaviors: { silent: { args: ["\${x y}"] } }\n`,
      ['t.yaml:5:31  ${x y} is not a reference; write a name such as ${sessionId}, or $${ for a literal ${'],
    ],
    [
      `${HEAD}  http: { command: [node] }\n`,
      [
        't.yaml:5:3  nothing says where the target listens; give `url` or `ready.stdout`; the command of a client names `${peer.url}`',
      ],
    ],
    [`${HEAD}  http: { command: [node, "\${peer.url}"] }\n`, []],
    [`${HEAD}  http: { command: [node] }\nbehaviors: { silent: { files: { a: "\${peer.url}" } } }\n`, []],
    [
      `${HEAD}  http: { command: [node, "\${peer.command}", "\${peer.url}"] }\n`,
      ['t.yaml:5:9  nothing fills in `${peer.command}` here; over http use `${peer.url}`'],
    ],
    [
      'name: x\nrole: mcp/server\ntransports:\n  stdio: { command: [a, "${peer.url:json}"] }\n',
      ['t.yaml:4:10  nothing fills in `${peer.url}` here; over stdio use `${peer.command}`'],
    ],
    [
      'name: x\nrole: mcp/server\ntransports:\n  stdio: { command: [a, "${peer.comand:json}"] }\n',
      ['t.yaml:4:25  nothing fills in `${peer.comand}`; did you mean `peer.command`?'],
    ],
    ['name: x\nrole: mcp/server\ntransports: {}\n', ['t.yaml:3:13  must not be empty']],
    [
      'name: x\nrole: mcp/server\ntransports:\n  stdio:\n    comand: [node]\n',
      ['t.yaml:5:5  unknown key `comand`; did you mean `command`?'],
    ],
    ['name: [x\n', ['t.yaml:2:1  flow sequence in block collection must be sufficiently indented and end with a ]']],
    ['', ['t.yaml  is empty']],
  ])('has its mistakes named: %j', async (text, expected) => {
    expect((await load(text)).lines).toEqual(expected);
  });

  test('one that is not there', async () => {
    const { target, problems } = await loadTarget(join(folder, 'none.yaml'), context);
    expect(target).toBeUndefined();
    expect(problems.map((one) => one.message)).toEqual(['does not exist']);
  });

  test('a variable of the environment stands where a target is started and reached, and those of headers are secrets', async () => {
    const http =
      'command: [a, "--at=${env.PLACE}"], url: "http://127.0.0.1:1/", headers: { authorization: "Bearer ${env.TOKEN}" }';
    writeFileSync(path, `name: x\nrole: mcp/server\ntransports:\n  http: { ${http} }\n`);
    const env = { TOKEN: 's3cret', PLACE: '/here' };
    const { target } = await loadTarget(path, { ...context, env });
    expect(target?.transports.http).toMatchObject({
      command: ['a', '--at=/here'],
      headers: { authorization: 'Bearer s3cret' },
    });
    expect([...target!.secrets]).toEqual([['env.TOKEN', 's3cret']]);
    const { problems } = await loadTarget(path, { ...context, env: { PLACE: '/here' } });
    expect(problems.map(({ message, place }) => [message, place?.line])).toEqual([
      ['the environment variable `TOKEN` is not set', 4],
    ]);
  });

  test('a behavior names no variable of the environment', async () => {
    const { lines } = await load(`${HEAD}behaviors: { silent: { args: ["\${env.HOME}"] } }\n`);
    expect(lines).toEqual([expect.stringContaining('nothing fills in `${env}`')]);
  });

  test('without a corpus nothing is held against one', async () => {
    writeFileSync(path, `${HEAD}behaviors: { whatever: {} }\nversion: V9\n`);
    expect((await loadTarget(path)).problems).toEqual([]);
  });
});

describe('a target from the command line', () => {
  test.each([
    [['node', 'dist/server.js'], 'server.js'],
    [['./my-server', '--stdio'], 'my-server'],
    [['npx', '-y', '@scope/server'], 'server'],
    [['env', 'A=1', 'python3', '-u', 'srv/main.py'], 'main.py'],
    [['node'], 'node'],
  ])('%j is called %s', (argv, name) => {
    const target = targetFromCommand('mcp/server', argv, '/here');
    expect(target).toMatchObject({ name, role: 'mcp/server', transport: 'stdio' });
    expect(target.transports.stdio).toMatchObject({ command: argv, cwd: '/here' });
    expect(target.file).toBeUndefined();
  });

  test.each<[word: string, transports: Role['transports'], expected: string]>([
    ['--stdio', ['stdio', 'http'], 'stdio'],
    ['--server=${peer.url}', ['stdio', 'http'], 'http'],
    ['${peer.url}', ['ws'], 'ws'],
    ['${peer.url}', ['stdio'], 'stdio'],
    ['-v', ['http', 'rest'], 'http'],
  ])('a command with %s in a role over %j speaks over %s', (word, transports, expected) => {
    expect(targetFromCommand('a/client', ['run', word], '/here', transports).transport).toBe(expected);
  });

  test.each([
    ['http://127.0.0.1:80/mcp', 'http'],
    ['https://x.example/mcp', 'http'],
    ['ws://127.0.0.1:1', 'ws'],
    ['wss://x.example', 'ws'],
  ])('is reached by the transport of its URL: %s', (url, transport) => {
    expect(targetFromUrl('mcp/server', url, '/')).toMatchObject({ transport, transports: { [transport]: { url } } });
  });

  test.each(['127.0.0.1:80', 'ftp://x', '', 'file:///etc/passwd', 'toString://x'])(
    '%j is not a URL of a target',
    (url) => {
      expect(targetFromUrl('mcp/server', url, '/')).toMatchObject({ message: expect.stringContaining('is not a URL') });
    },
  );
});
