import { expect, it } from 'vitest';
import { Secrets } from '../json/secrets/redact.js';
import { type Form, Output } from './output.js';

interface Terminal {
  isTTY?: boolean;
  env?: NodeJS.ProcessEnv;
}

/** An output that knows one secret, and what it wrote. */
function outputOf({ isTTY = false, env = {} }: Terminal = {}) {
  let written = '';
  const write = (text: string) => {
    written += text;
  };
  const stream = { isTTY, columns: 80, write };
  const output = new Output(() => stream as never, new Secrets(['hunter2-secret']), env);
  return { output, written: () => written };
}

function shown(text: string, form?: Form, terminal?: Terminal): string {
  const { output, written } = outputOf(terminal);
  output.write(text, form);
  return written();
}

it('redacts, then shows what would not be seen', () => {
  expect(shown('a hunter2-secret \x1b[2J\u202e\u{e0041}\n\tb')).toBe('a [redacted] \\x1b[2J\\u{202e}\\u{e0041}\n\tb');
  const json = shown('{"a":"hunter2-secret","b":"\u0085\u202e\ud800"}\n', 'json');
  expect(json).toBe('{"a":"[redacted]","b":"\\u0085\\u202e\\ud800"}\n');
});

it('lets our own colours through, on a terminal alone', () => {
  const text = '\x1b[31mred\x1b[39m \x1b[8mhidden\x1b[5n';
  expect(shown(text, 'text', { isTTY: true })).toBe('\x1b[31mred\x1b[39m \\x1b[8mhidden\\x1b[5n');
  expect(shown(text, 'text', { isTTY: true, env: { NO_COLOR: '1' } })).toContain('\\x1b[31mred');
  expect(shown(text)).toContain('\\x1b[31mred');
});

it('lets our own links through in a report, on a terminal that has them alone', () => {
  const text = '\x1b]8;;https://a.example/b#c\x07A\x1b]8;;\x07 \x1b]8;;https://a.example/?b\x07B\x1b]0;x\x07';
  const reported = (env: NodeJS.ProcessEnv, isTTY = true) => {
    const { output, written } = outputOf({ isTTY, env });
    output.writeReport(text, 'text');
    return written();
  };
  const ours = '\x1b]8;;https://a.example/b#c\x07A\x1b]8;;\x07';
  expect(reported({ FORCE_HYPERLINK: '1' })).toBe(`${ours} \\x1b]8;;https://a.example/?b\\x07B\\x1b]0;x\\x07`);
  for (const env of [{}, { FORCE_HYPERLINK: '1', NO_COLOR: '1' }]) expect(reported(env)).not.toContain('\x1b');
  expect(reported({ FORCE_HYPERLINK: '1' }, false)).not.toContain('\x1b');
  expect(shown(text, 'text', { isTTY: true, env: { FORCE_HYPERLINK: '1' } })).not.toContain('\x1b');
});

const COMMANDS = [
  '::error::x',
  '   ::stop-commands::x',
  '\u00a0::set-output name=a::b',
  'a ##[error]x',
  'a ##vso[task.setvariable variable=a]b',
  "a ##teamcity[buildProblem description='x']",
  'section_start:1:x',
  'travis_fold:start:x',
  '--- group',
  '+++ group',
  '~~~ group',
  '^^^ +++',
];
const isCommand = (text: string) =>
  /^\s*::|##\w*[.\w]*\[|section_(?:start|end):|travis_(?:fold|time):|^(?:---|\+\+\+|~~~|\^\^\^)/m.test(text);

it.each(['GITHUB_ACTIONS', 'TF_BUILD', 'TEAMCITY_VERSION', 'GITLAB_CI', 'BUILDKITE', 'JENKINS_URL', 'CI'])(
  'breaks what is a command where %s says that a CI system reads the log',
  (name) => {
    const env = { [name]: 'true' };
    for (const command of COMMANDS) {
      expect(isCommand(command)).toBe(true);
      for (const text of [command, `x\n${command}\n`, `x\r\n${command}`, `\x1b[31m${command}`]) {
        for (const isTTY of [false, true]) expect(isCommand(shown(text, 'text', { isTTY, env })), text).toBe(false);
        expect(isCommand(shown(text, 'xml', { env })), text).toBe(false);
        const json = shown(`${JSON.stringify({ text })}\n`, 'json', { env });
        expect(isCommand(json), json).toBe(false);
        expect(JSON.parse(json)).toEqual({ text });
      }
      expect(shown(command)).toBe(command);
    }
  },
);

it('passes on what a program says a line at a time, however it comes', () => {
  const { output, written } = outputOf({ env: { CI: '1' } });
  for (const part of ['a hunter2-', 'secret\n:', ':error::x\nrest \xc3']) output.pass(Buffer.from(part, 'latin1'));
  output.pass(Buffer.from('\xa4', 'latin1'));
  expect(written()).toBe('a [redacted]\n\\u{3a}:error::x\n');
  output.passRest();
  expect(written()).toBe('a [redacted]\n\\u{3a}:error::x\nrest ä\n');
});

it('draws a line over the last one on a terminal, and takes it away before a text', () => {
  const { output, written } = outputOf({ isTTY: true });
  output.draw('one \r hunter2-secret');
  output.write('text\n');
  expect(written()).toBe('\r\x1b[2Kone \\r [redacted]\r\x1b[2Ktext\n');
  const file = outputOf();
  file.output.draw('one');
  expect(file.written()).toBe('');
});
