import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { roles } from '../../src/protocols/index.js';
import { candidatesIn } from './projects.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'projects-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const PYPROJECT = `
[project]
name = "mine"
dependencies = [
  "mcp[cli]>=1.2",  # the SDK
  'httpx',
]

[project.scripts] # programs
my-server = "mine.server:main"
"other" = 'mine.other:main'

[tool.x]
not-a-script = "no"
`;

it.for<[string, { [file: string]: string }, object[]]>([
  [
    'the programs of a package, with its role',
    { 'package.json': '{ "name": "a", "bin": "cli.js", "dependencies": { "@modelcontextprotocol/sdk": "^1" } }' },
    [{ role: 'mcp/server', command: ['node', 'cli.js'], source: 'package.json, bin a' }],
  ],
  [
    'its scripts, without a role where nothing shows one',
    { 'package.json': '{ "scripts": { "start": "node a", "test": "b" } }' },
    [{ command: ['npm', 'run', '--silent', 'start'], source: 'package.json, scripts start' }],
  ],
  [
    'the scripts of a Python project',
    { 'pyproject.toml': PYPROJECT },
    [
      { role: 'mcp/server', command: ['my-server'], source: 'pyproject.toml, project.scripts my-server' },
      { role: 'mcp/server', command: ['other'], source: 'pyproject.toml, project.scripts other' },
    ],
  ],
  [
    'those by uv where it has a lock',
    { 'pyproject.toml': '[project.scripts]\na = "a:b"\n', 'uv.lock': '' },
    [{ command: ['uv', 'run', 'a'], source: 'pyproject.toml, project.scripts a' }],
  ],
  [
    'the program of a crate',
    { 'Cargo.toml': '[package]\nname = "ag"\n[dependencies]\nagent-client-protocol = { version = "1" }\n' },
    [{ role: 'acp/agent', command: ['target/release/ag'], source: 'Cargo.toml, ag' }],
  ],
  [
    'the servers that an editor starts, with variables of the environment in place of its own',
    {
      '.mcp.json':
        '{ "mcpServers": { "a": { "command": "node", "args": ["a.js"] }, "b": { "command": "${HOME}/b", "args": ["--root", "${workspaceFolder}/data", "${NOT_SET:-x}", "${input:key}"] }, "f": { "command": "f", "args": ["${file}", "${pathSeparator:x}"] }, "g": { "url": "${SET}/mcp" }, "h": { "url": "${NOT_SET}/mcp" }, "i": { "command": "i", "args": [5] }, "c": { "url": "http://127.0.0.1:1/mcp" }, "d": 5 } }',
      '.vscode/mcp.json': '// mine\n{ "servers": { "e": { "command": "e", }, } }',
    },
    [
      { role: 'mcp/server', command: ['node', 'a.js'], source: '.mcp.json, a' },
      {
        role: 'mcp/server',
        command: ['${env.HOME}/b', '--root', './data', 'x', '${env.KEY}'],
        source: '.mcp.json, b',
      },
      { role: 'mcp/server', url: 'y/mcp', source: '.mcp.json, g' },
      { role: 'mcp/server', url: 'http://127.0.0.1:1/mcp', source: '.mcp.json, c' },
      { role: 'mcp/server', command: ['e'], source: '.vscode/mcp.json, e' },
    ],
  ],
  [
    'their variables and headers, as a target file names them',
    {
      '.mcp.json':
        '{ "mcpServers": { "a": { "command": "a", "env": { "A": "${A}", "B": "${SET:-x}", "C": "${NOT_SET:-eu}", "D": "${workspaceFolder:x}", "E": 5 } } } }',
      '.vscode/mcp.json':
        '{ "servers": { "e": { "url": "http://127.0.0.1:1/", "headers": { "Authorization": "Bearer ${input:api-key}", "X": "${env:X}" } } } }',
    },
    [
      {
        role: 'mcp/server',
        command: ['a'],
        env: { A: '${env.A}', B: '${env.SET}', C: 'eu', E: '5' },
        source: '.mcp.json, a',
      },
      {
        role: 'mcp/server',
        url: 'http://127.0.0.1:1/',
        headers: { authorization: 'Bearer ${env.API_KEY}', x: '${env.X}' },
        source: '.vscode/mcp.json, e',
      },
    ],
  ],
  [
    'nothing of files that are broken',
    { 'package.json': '{', '.mcp.json': '[]', 'pyproject.toml': '[project.scripts' },
    [],
  ],
])('finds %s', ([, files, candidates]) => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  expect(candidatesIn(folder, roles, { SET: 'y' })).toEqual(candidates);
});

it.for<[string, string, number]>([
  ['empty lines', `{${'\n'.repeat(300_000)}"mcpServers": {"a": {"command": "b"}}}`, 1],
  [
    'servers',
    `{"mcpServers": {${Array.from({ length: 60_000 }, (_, index) => `"s${index}": {"command": "b"}`).join(',')}}}`,
    100,
  ],
])(
  'reads a configuration of hundreds of thousands of %s, and offers no more than a person looks through',
  ([, text, most]) => {
    writeFileSync(join(folder, '.mcp.json'), text);
    expect(candidatesIn(folder, roles).length).toBeLessThanOrEqual(most);
  },
);
