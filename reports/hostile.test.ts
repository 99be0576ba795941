import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { CaseResult, RunEvent } from '../runner/events.js';
import { TargetDocument } from '../runner/init/target-document.js';
import { excerptOf } from '../runner/load/files/problems.js';
import { Secrets } from '../src/json/secrets/redact.js';
import { type Form, Output } from '../src/wire/output.js';
import type { WireRecord } from '../src/wire/record.js';
import { formOf, REPORTERS } from './index.js';
import { events, results } from './testing/fixture.js';
import { HIDDEN, hostileTexts } from './testing/hostile-texts.js';
import { judged } from './testing/judged.js';
import { report } from './testing/memory.js';
import { pointsOf } from './testing/tap-points.js';
import { messageLine } from './text/message-line.js';
import { styleFor } from './text/style.js';

const CI = { CI: 'true' };

/** What leaves through stdout of what was written. */
function shown(
  text: string,
  form: Form,
  { isTTY = false, env = CI }: { isTTY?: boolean; env?: NodeJS.ProcessEnv } = {},
) {
  let written = '';
  const stream = {
    isTTY,
    write: (part: string) => {
      written += part;
    },
  };
  new Output(() => stream as never, new Secrets(), env).writeReport(text, form);
  return written;
}

/** A run in which a target said a text wherever it can say anything. */
function runWith(text: string, page: { url?: string } = {}): RunEvent[] {
  const [first] = results;
  const record: WireRecord = {
    ...{ seq: 0, time: 1, from: 'target', channel: text, kind: 'message', method: text },
    message: { jsonrpc: '2.0', id: text, error: { code: 1, message: text, data: { [text]: text } } },
  };
  const bytes: WireRecord = { ...record, seq: 1, kind: 'bytes', bytes: Buffer.from(text), problem: text, method: text };
  const http: WireRecord = {
    ...record,
    seq: 2,
    kind: 'http',
    http: { path: text, method: text, headers: { origin: text } },
  };
  const failed: CaseResult = {
    ...{ ...first!, verdict: 'fail', reason: text, stderr: `${text}\n${text}`, transcript: [record, bytes, http] },
    checks: [
      {
        ...{ ...first!.checks[0]!, ...page, status: 'fail', message: text, expected: text, actual: { [text]: text } },
        differences: [{ path: `/${text}`, expected: text, actual: text, message: text }],
      },
    ],
    breaches: [{ case: 'demo.server.wire.x', requirement: 'DEMO-1', level: 'must', message: text }],
  };
  const [start] = events as [Extract<RunEvent, { type: 'run.started' }>];
  return judged([
    {
      ...start,
      rerun: `npx proctor run -- ${JSON.stringify(text)}`,
      target: { ...start.target, name: text, calls: text },
    },
    { type: 'case.finished', result: failed },
    { type: 'case.finished', result: { ...results[1]!, verdict: 'pass', warned: true, checks: failed.checks } },
    { type: 'case.finished', result: { ...results[3]!, reason: text } },
    { type: 'problem', message: text, detail: text, exit: 2 },
    events.at(-1)! as Extract<RunEvent, { type: 'run.finished' }>,
  ]);
}

const isCommand = (line: string) =>
  /^\s*::|##[\w.]*\[|section_(?:start|end):|travis_(?:fold|time):|^(?:---|\+\+\+|~~~|\^\^\^)/.test(line);

/** What is wrong with an output of each kind; nothing where it can be shown to anybody. */
const checks: { [name: string]: (text: string) => unknown } = {
  pretty: () => undefined,
  ndjson: (text) =>
    text
      .trimEnd()
      .split('\n')
      .forEach((line) => void JSON.parse(line)),
  json: (text) => void JSON.parse(text),
  badge: (text) => void JSON.parse(text),
  sarif: (text) => {
    // A link of a message would be followed.
    for (const { message } of JSON.parse(text).runs[0].results) expect(message.text).not.toMatch(/\]\(/);
  },
  tap: (text) => expect(pointsOf(text)).toHaveLength(18),
  junit: (text) =>
    expect(text).toMatch(/^<\?xml[^>]*>\s*(?:<\/?[a-z-]+(?: [a-z]+="[^"<]*")*\/?>|[^<>&]|&(?:amp|lt|gt|quot|#\d+);)*$/),
  html: (text) => {
    const body = text.slice(text.indexOf('<body>'), text.lastIndexOf('<script>'));
    // Our own tags, with attributes that are quoted, and text in which nothing is markup.
    expect(body.replace(/<\/?[a-z][a-z0-9]*(?: [a-zA-Z-]+(?:="[^"<]*")?)*\/?>/g, '')).not.toContain('<');
    expect(body).not.toMatch(/<(?:script|img|iframe|style|a href="(?!#|https:\/\/demo\.example))/);
    expect(text.match(/<script/g)).toHaveLength(1);
  },
  github: (text) =>
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => !/^::(?:error|warning) [^:]*::/.test(line)),
    ).toEqual([]),
  markdown: (text) => {
    const live = withoutCode(text);
    expect(live).not.toMatch(/https?:|www\.|evil|somebody|GH-12|#12|0123456789abcdef|\$|<script|mermaid|!\[/);
  },
};

/** Markdown without its blocks and spans of code, read as CommonMark has them. */
function withoutCode(text: string): string {
  let fence = '';
  const lines = text.split('\n').filter((line) => {
    const [, run = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === '') {
      if (run === '' || (run.startsWith('`') && info.includes('`'))) return true;
      fence = run;
    } else if (run.startsWith(fence) && info.trim() === '') fence = '';
    return false;
  });
  expect(fence).toBe('');
  return lines.map((line) => line.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, '')).join('\n');
}

describe.each(Object.entries(hostileTexts))('%s', (_what, text) => {
  it.each(REPORTERS)('do nothing in a report of %s', async (name) => {
    const written = await report(name, runWith(text));
    expect(written).not.toMatch(HIDDEN);
    const check = checks[name] ?? expect.fail(`say in \`checks\` what hostile text must not do in a report of ${name}`);
    check(written);
    const logged = shown(written, formOf(name));
    check(logged);
    if (name !== 'github') expect(logged.split('\n').filter(isCommand)).toEqual([]);
    if (formOf(name) === 'json')
      expect(logged.split('\n').map((line) => line && safely(line))).toEqual(
        written.split('\n').map((line) => line && safely(line)),
      );
  });

  it('do nothing on a terminal, in colour', async () => {
    for (const links of [false, true]) {
      const terminal = { isTTY: true, columns: 80, color: true, links };
      const env = links ? { FORCE_HYPERLINK: '1' } : {};
      const written = shown(
        await report('pretty', runWith(text, { url: 'https://demo.example/1.0/tools#a' }), {}, terminal),
        'text',
        { isTTY: true, env },
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours and links
      const ours = /\x1b\[(?:0|1|2|22|3[1-9])m|\r\x1b\[2K|\x1b\]8;;(?:https:\/\/demo\.example\/[\w./#-]*)?\x07/g;
      expect(written.replace(ours, '')).not.toMatch(HIDDEN);
      expect(written.includes('\x1b]8;;https://demo.example/')).toBe(links);
    }
  });

  it('do nothing in the log of a mock, its result, an excerpt of a file, and a target file', () => {
    const record = {
      seq: 0,
      time: 1,
      from: 'target',
      channel: text,
      kind: 'message',
      message: { method: text },
    } as const;
    const remark = { requirement: 'X-1', level: 'must', isMust: true, isOwn: false, message: text };
    const line = messageLine(record, [remark], { style: styleFor(false), width: 120 });
    expect(line).not.toMatch(/\n/);
    const result = shown(`${JSON.stringify({ ok: false, error: text })}\n`, 'json');
    expect(JSON.parse(result)).toEqual({ ok: false, error: text });
    const excerpt = excerptOf(`a: ${text}`, { place: { file: 'x', line: 1, col: 4 }, length: 3 });
    for (const one of [line, result, excerpt]) expect(one.replace(/\t/g, '')).not.toMatch(HIDDEN);
    for (const one of [result]) expect(one.split('\n').filter(isCommand)).toEqual([]);

    const document = TargetDocument.of(
      { name: text, role: 'demo/server', transports: { stdio: { command: [text], env: { [text]: text } } } },
      [],
      'x',
    );
    document.addBehaviors(
      new Map([['say', { gives: { text }, note: text }]]) as never,
      new Map([['say', { name: 'say', text: '' }]]) as never,
    );
    document.addUntestable([{ case: 'a.b', reason: text }]);
    const yaml = document.text(true);
    expect(yaml).not.toMatch(HIDDEN);
    const again = TargetDocument.from(yaml);
    again.addUntestable([{ case: 'c.d', reason: text }]);
    expect(again.text(true)).not.toMatch(HIDDEN);
    expect(parseYaml(again.text(true))).toMatchObject({
      name: text,
      transports: { stdio: { command: [text], env: { [text]: text } } },
      behaviors: { say: { gives: { text } } },
      untestable: [{ reason: text }, { reason: text }],
    });
  });
});

/** A line of a document of JSON that may be a part of it. */
function safely(line: string): unknown {
  try {
    return JSON.parse(line.replace(/,$/, ''));
  } catch {
    return 'a part';
  }
}
