import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { faultProblem, readFaultFile, setOf } from './faults.js';
import { formatProblem } from './files/problems.js';

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(text: string, name = 'f.yaml') {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { set, problems } = await readFaultFile(path, 'mcp/server');
  return { set, lines: problems.map((one) => formatProblem(one).split('\n')[0]!.replace(`${folder}/`, '')) };
}

test('faults without a name are called after their place, and switches stand apart', async () => {
  const { set, lines } = await read(
    'faults:\n  - { hears: { request: ping }, do: [drop] }\n  - { switch: broadcasts }\n  - { id: mine, title: Why, breaks: MCP-A-1, role: mcp/server, sends: { reply: ping }, nth: -2, do: [{ remove: /result }] }\n',
  );
  expect(lines).toEqual([]);
  expect(set).toEqual({
    rules: [
      { id: 'fault-1', hears: { request: 'ping' }, do: ['drop'] },
      { id: 'mine', sends: { reply: 'ping' }, nth: -2, do: [{ remove: '/result' }] },
    ],
    switches: ['broadcasts'],
  });
});

test('a file of plain JSON says the same', async () => {
  const faults = [{ id: 'a', hears: { request: 'ping' }, do: [{ set: { '/id': 1 } }] }];
  const { set } = await read(JSON.stringify({ faults }), 'f.json');
  expect(set).toEqual({ rules: faults, switches: [] });
  expect(setOf(faults)).toEqual(set);
});

describe('with its place is told', () => {
  test.each<[string, string, string]>([
    [
      'an unknown key',
      '{ hears: { requst: ping }, do: [drop] }',
      'f.yaml:2:16  unknown key `requst`; did you mean `request`?',
    ],
    ['no action', '{ hears: { request: ping } }', 'f.yaml:2:5  `hears` needs `do` beside it'],
    ['an unknown action', '{ hears: { request: ping }, do: [{ drpo: 1 }] }', 'f.yaml:2:40  unknown key `drpo`'],
    [
      'two kinds',
      '{ hears: { request: a, notify: b }, do: [drop] }',
      'f.yaml:2:14  only one of `request`, `notify` can stand here',
    ],
    [
      'an unknown matcher',
      '{ hears: { request: a, where: { id: { $tpye: string } } }, do: [drop] }',
      'f.yaml:2:43  unknown matcher `$tpye`; did you mean `$type`?',
    ],
    [
      'a walk',
      '{ hears: { message: { $walk: mcp/task } }, do: [drop] }',
      'f.yaml:2:5  $walk has no place here: one message is not a walk',
    ],
    [
      'a value of nobody',
      '{ sends: { reply: a }, do: [{ set: { /id: "${name}" } }] }',
      'f.yaml:2:5  ${name} is not known here',
    ],
    [
      'another role',
      '{ role: acp/agent, sends: { reply: a }, do: [drop] }',
      'f.yaml:2:13  this fault is for acp/agent, and this is mcp/server',
    ],
    ['an exit that is none', '{ sends: { reply: a }, do: [{ exit: sigkill }] }', 'f.yaml:2:41'],
  ])('%s', async (_, fault, expected) => {
    const { set, lines } = await read(`faults:\n  - ${fault}\n`);
    expect(set).toBeUndefined();
    expect(lines.join('\n')).toContain(expected);
  });

  test('a name that is there twice', async () => {
    const one = '{ id: a, sends: { reply: a }, do: [drop] }';
    expect((await read(`faults:\n  - ${one}\n  - ${one}\n`)).lines).toEqual([
      'f.yaml:3:11  `a` is here twice; the first one is in line 2',
    ]);
  });

  test('the same in JSON', async () => {
    const { set, lines } = await read('{"faults": [{"hears": {"request": "a"}, "do": ["drp"]}]}', 'f.json');
    expect(set).toBeUndefined();
    expect(lines[0]).toMatch(/^f\.json:1:\d+ {2}/);
  });
});

test('a sound fault has no problem', () => {
  expect(
    faultProblem('a', { sends: { reply: 'a' }, do: [{ insert: { sse: { retry: 1 } } }, { exit: 'SIGKILL' }] }),
  ).toBeUndefined();
  expect(faultProblem('a', { hears: { http: {} }, do: [{ exit: 1 }] })).toBeUndefined();
  expect(faultProblem('a', { switch: 'anything' })).toBeUndefined();
});
