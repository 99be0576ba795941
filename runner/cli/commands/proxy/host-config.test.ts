import { describe, expect, it } from 'vitest';
import { type Launcher, unwrapped, wrapped } from './host-config.js';
import { JsoncProblem, readJsonc } from './jsonc-tree.js';

const launcher: Launcher = { command: '/n/node', args: ['/p/proctor.mjs'], options: (role) => ['--role', role] };
const START = ['/p/proctor.mjs', 'proxy', '--wrapped'];

const CONFIGS: [host: string, text: string, names: string[]][] = [
  [
    'Claude Desktop',
    '{"mcpServers":{"a":{"command":"node","args":["server.js","--x"]},"b":{"command":"b"}}}',
    ['a', 'b'],
  ],
  [
    'VS Code, with comments',
    `{\r\n\t// servers\r\n\t"servers": {\r\n\t\t"a": {\r\n\t\t\t"type": "stdio", /* "command": "no" */\r\n\t\t\t"command" : "n\\u006fde",\r\n\t\t\t"args": [\r\n\t\t\t\t"\${workspaceFolder}/s.js", // path\r\n\t\t\t],\r\n\t\t},\r\n\t\t"far": { "url": "http://x" },\r\n\t},\r\n}\r\n`,
    ['a'],
  ],
  [
    'VS Code settings',
    '{ "editor.fontSize": 12, "mcp": { "servers": { "a": { "command": "x", "args": [ ] } } } }',
    ['a'],
  ],
  [
    'Zed',
    '// Zed\n{"context_servers":{"m":{"source":"custom","command":"uvx","args":[],"env":{"K":"v"}}},"agent_servers":{"g":{"args": [ "--acp" ],"command":"gemini"}}}',
    ['m', 'g'],
  ],
  ['a byte order mark', '\uFEFF{"mcpServers":{"a":{"command":"a","args":["--","--wrapped"]}}}', ['a']],
];

describe('wrap and unwrap', () => {
  it.for(CONFIGS)('start each server of %s by the proxy, and put it back byte for byte', ([, text, names]) => {
    const { text: after, changed } = wrapped(text, launcher, []);
    expect(changed).toEqual(names);
    expect(after).not.toBe(text);
    expect(unwrapped(after)).toMatchObject({ text, changed: names });
    expect(wrapped(after, launcher).changed).toEqual([]);
    // What was outside of the command and its arguments is there still.
    for (const comment of text.match(/\/[/*][^\r\n]*/g) ?? []) expect(after).toContain(comment);
  });

  it('hand the command over as it was', () => {
    const { text } = wrapped('{"mcpServers":{"a":{"command":"node","args":["s.js"]},"b":{"command":"b"}}}', launcher);
    expect(JSON.parse(text)).toEqual({
      mcpServers: {
        a: { command: '/n/node', args: [...START, 'args', '--role', 'mcp/server', '--', 'node', 's.js'] },
        b: { command: '/n/node', args: [...START, 'none', '--role', 'mcp/server', '--', 'b'] },
      },
    });
    const zed = wrapped('{"agent_servers":{"g":{"command":"g"}}}', launcher).text;
    expect(zed).toContain('"--role", "acp/agent"');
  });

  it('keep what was changed in between', () => {
    const { text } = wrapped('{"mcpServers":{"a":{"command":"node"}}}', launcher);
    const more = text.replace('"node"]', '"node", "--new"]').replace('"a":', '"renamed":');
    expect(JSON.parse(unwrapped(more).text)).toEqual({ mcpServers: { renamed: { command: 'node', args: ['--new'] } } });
  });

  it('take the servers that are named, and say of others why not', () => {
    const text =
      '{"mcpServers":{"a":{"command":"a"},"b":{"url":"http://x"},"c":{"command":7},"d":{"command":"d","args":"x"}}}';
    expect(wrapped(text, launcher, ['a', 'z']).changed).toEqual(['a']);
    expect(wrapped(text, launcher, ['z']).left).toEqual([{ name: 'z', why: 'is not there' }]);
    expect(wrapped(text, launcher).left.map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    expect(unwrapped(text).left.map(({ why }) => why)).toEqual(Array.from({ length: 4 }, () => 'is not wrapped'));
  });
});

describe('readJsonc', () => {
  it.for<[text: string, offset: number, words: string]>([
    ['', 0, 'expected a value'],
    ['{"a" 1}', 5, 'expected a colon'],
    ['{a: 1}', 1, 'expected a name in quotes'],
    ['[1 2]', 3, 'expected a comma or ]'],
    ['[1', 2, 'the file ends'],
    ['{} x', 3, 'unexpected x'],
    ['["\\q"]', 1, 'expected a value'],
    ['nul', 0, 'expected a value'],
    ['['.repeat(200), 101, 'nests deeper'],
  ])('says where %j is no JSON', ([text, offset, words]) => {
    try {
      readJsonc(text);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(JsoncProblem);
      expect([(error as JsoncProblem).offset, (error as Error).message]).toEqual([
        offset,
        expect.stringContaining(words),
      ]);
    }
  });

  it('reads values with their places', () => {
    const root = readJsonc(' { "a": [1.5e3, true, null, "x"], } // end');
    expect(root).toMatchObject({
      from: 1,
      members: [
        { key: 'a', node: { items: [{ value: 1500 }, { value: true }, { value: null }, { value: 'x', from: 28 }] } },
      ],
    });
  });
});
