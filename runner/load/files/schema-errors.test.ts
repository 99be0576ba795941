import { expect, test } from 'vitest';
import { type FormatName, formatOf } from './formats.js';
import { formatProblem } from './problems.js';
import { judgeFormat } from './read.js';
import { parseYaml } from './yaml.js';

async function problems(format: FormatName, text: string): Promise<string[]> {
  const { source, problems } = parseYaml('f.yaml', text);
  const found = judgeFormat(source, problems, await formatOf(format));
  expect(found.data === undefined).toBe(found.problems.length > 0);
  return found.problems.map((one) => formatProblem(one).split('\n')[0]!);
}

const VERBS =
  '`start`, `stop`, `open`, `close`, `send`, `expect`, `call`, `never`, `any_order`, `either`, `repeat`, `use`, `assert`, `write`, `advance`';
const SELECTORS =
  '`request`, `notify`, `reply`, `message`, `body`, `closed`, `exit`, `outcome`, `http`, `sse` or `frame`';

/** One step, as it stands in line 6 of a case file. */
const step = (text: string) =>
  `suite: x\nrole: mcp/server\ncases:\n  - id: mcp.server.a\n    title: t\n    steps: [${text}]\n`;

test.each([
  [
    '{ sned: { request: a } }',
    [`unknown verb \`sned\`; did you mean \`send\`? the verbs are ${VERBS} and \`control\``],
  ],
  ['{ dance: 1 }', [`unknown verb \`dance\`; the verbs are ${VERBS} and \`control\``]],
  ['{ check: A-1 }', [`a step needs a verb; one of ${VERBS} or \`control\``]],
  ['{ send: { request: a }, stop: {} }', ['a step has one verb; this one has `send` and `stop`']],
  ['{ send: { request: a }, chekc: A-1 }', ['unknown key `chekc`; did you mean `check`?']],
  ['{ expect: { reply: a, check: A-1 } }', ['unknown key `check`; it stands beside `expect`, not in it']],
  ['{ send: [{ request: a, within: 1s }] }', ['unknown key `within`; it stands beside `send`, not in it']],
  ['{ call: { reqest: ping } }', ['unknown key `reqest`; did you mean `request`?']],
  ['{ call: { params: {} } }', ['`request` is missing']],
  ['{ call: { request: a, result: 1, error: {} } }', ['`result` and `error` exclude each other']],
  ['{ expect: { request: a, notify: b } }', ['only one of these can stand here: `request` and `notify`']],
  ['{ expect: { params: {} } }', [`something is missing here; one of ${SELECTORS}`]],
  ['{ send: { params: {} } }', ['`params` goes with `request` or `notify`']],
  ['{ send: { notify: a, result: 1 } }', ['`result` goes with `reply`']],
  ['{ expect: { reply: x, result: { $tpye: string } } }', ['unknown matcher `$tpye`; did you mean `$type`?']],
  [
    '{ expect: { reply: x, result: { a: [{ $type: strin }] } } }',
    ['must be `null`, `boolean`, `integer`, `number`, `string`, `array` or `object`, not "strin"'],
  ],
  ['{ use: a, within: 5 sec }', ['"5 sec" is not a duration, such as "300ms"']],
  ['{ stop: {}, with: { a: 1 } }', ['`with` needs `use` beside it']],
  ['{ close: ende }', ['must be `end` or `reset`, not "ende"']],
  ['{ assert: { is: 1 } }', ['something is missing here; one of `value`, `seen`, `file` or `ports`']],
  ['{ call: { request: a }, save: { x: y } }', ['"y" is not a JSON Pointer, such as "/result/sessionId"']],
  ['{ call: { request: a }, save: { dir: /a } }', ['`dir` is not a name that is allowed here']],
  ['{ advance: 5m, check: mcp-1 }', ['"mcp-1" is not a requirement id, such as "MCP-HTTP-28"']],
  ['5', ['expected an object, got an integer']],
  [
    '{ any_order: [{ expcet: { notify: a } }] }',
    [`unknown verb \`expcet\`; did you mean \`expect\`? the verbs are ${VERBS} and \`control\``],
  ],
])('the mistakes of a step are named: %s', async (text, messages) => {
  const found = await problems('case', step(text));
  expect(found.map((line) => line.replace(/^f\.yaml:6:\d+ {2}/, ''))).toEqual(messages);
});

test.each<[FormatName, string, string[]]>([
  ['case', '- 1\n', ['f.yaml:1:1  expected an object, got a list']],
  [
    'case',
    'suit: x\nrole: mcp\ncases: []\n',
    [
      'f.yaml:1:1  unknown key `suit`; did you mean `suite`?',
      'f.yaml:2:7  "mcp" is not a role, such as "mcp/server"',
      'f.yaml:3:8  must not be empty',
    ],
  ],
  [
    'target',
    'name: x\nrole: mcp/server\ncommand: [a]\n',
    ['f.yaml:1:1  `transports` is missing', 'f.yaml:3:1  unknown key `command`; it belongs into `transports.stdio`'],
  ],
  [
    'target',
    'name: x\nrole: mcp/server\ntransports:\n  stdio: { comand: [a] }\n',
    ['f.yaml:4:12  unknown key `comand`; did you mean `command`?'],
  ],
  [
    'target',
    'name: x\nrole: mcp/server\ntransports:\n  smtp: {}\n',
    ['f.yaml:4:3  unknown key `smtp`; the keys here are `stdio`, `http`, `ws` and `rest`'],
  ],
  [
    'target',
    'name: x\nrole: mcp/server\ntransports: { stdio: { command: [a] } }\nisolation: cases\n',
    ['f.yaml:4:12  expected one of "shared", "case", "group", "run", got "cases"; did you mean `case`?'],
  ],
  [
    'known',
    'known:\n  - case: a.b\n    reason: ""\n    issue: "#1"\n    until: 2027-13-01\n',
    [
      'f.yaml:3:13  must not be empty',
      'f.yaml:5:12  "2027-13-01" does not fit here: The day after which the entry is overdue, such as 2027-01-31',
    ],
  ],
])('the mistakes of a %s file are named: %j', async (format, text, messages) => {
  expect(await problems(format, text)).toEqual(messages);
});

test('an integer that a double cannot hold is judged like any other', async () => {
  expect(await problems('case', step('{ expect: { reply: a, result: { x: 9223372036854775807 } } }'))).toEqual([]);
});
