import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../../runner/events.js';
import type { Json } from '../../src/json/json.js';
import { REPORTERS } from '../index.js';
import { events, greenEvents, results } from '../testing/fixture.js';
import { judged } from '../testing/judged.js';
import { report } from '../testing/memory.js';

const started = events[0] as Extract<RunEvent, { type: 'run.started' }>;
const finished = events.at(-1) as Extract<RunEvent, { type: 'run.finished' }>;
const of = <T extends RunEvent['type']>(type: T) => events.filter((event) => event.type === type);

/** A run of one case that failed as told. */
function oneCase(more: Partial<CaseResult>): RunEvent[] {
  const result: CaseResult = { ...results[1]!, ...more };
  return judged([{ ...started, planned: [{ ...result }] }, { type: 'case.finished', result }, finished]);
}

describe('json', () => {
  const schema = JSON.parse(readFileSync(new URL('../../schemas/report/v1.json', import.meta.url), 'utf8'));
  const validate = new Ajv2020.default({ strict: false, formats: { 'date-time': true } }).compile(schema);

  it.each([
    ['every verdict', events],
    ['a green run', greenEvents],
    ['nothing planned', judged([{ ...started, planned: [] }, finished])],
  ])('fits its schema: %s', async (_what, list) => {
    const text = await report('json', list);
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
  });

  it('has the cases in the order of the plan, and those that never ran apart', async () => {
    const json = JSON.parse(await report('json', events));
    const order = started.planned.map(({ id }) => id).filter((id) => !json.notRun.includes(id));
    expect(json.cases.map(({ id }: { id: string }) => id)).toEqual(order);
    expect(json.notRun).toEqual(['demo.server.resources.last']);
    expect(json.cases.length + json.notRun.length).toBe(json.summary.planned);
  });

  it('writes nothing for a run that never came to its end', async () => {
    expect(await report('json', events.slice(0, -1))).toBe('');
    expect(await report('junit', events.slice(0, -1))).toBe('');
  });

  it('survives a value of 100 000 levels in a transcript', async () => {
    let deep: Json = 1;
    for (let level = 0; level < 100_000; level += 1) deep = { a: deep };
    const transcript = [{ seq: 0, time: 0, from: 'target', channel: 'main', kind: 'message', message: deep } as const];
    const checks = results[1]!.checks.map((check) => ({ ...check, actual: deep }));
    for (const name of ['pretty', 'json', 'ndjson', 'junit', 'markdown', 'github'])
      expect((await report(name, oneCase({ transcript, checks }))).length, name).toBeGreaterThan(100);
  });
});

describe('ndjson', () => {
  it('has a line for each event between header and footer', async () => {
    const lines = (await report('ndjson', events))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toEqual({ type: 'header', format: 'proctor-events', version: 1 });
    expect(lines.at(-1)).toEqual({ type: 'footer', events: events.length, exit: 1 });
    expect(lines.slice(1, -1).map(({ type }) => type)).toEqual(events.map(({ type }) => type));
  });

  it('has no footer where the run did not end', async () => {
    expect(await report('ndjson', events.slice(0, -1))).not.toContain('footer');
  });
});

describe('junit', () => {
  it('is well formed whatever the target says', async () => {
    const hostile = '\u0000\u001b[31m ]]> </failure> & " \u{d800} \u{ffff} 😀';
    const checks = results[1]!.checks.map((check) => ({ ...check, message: hostile }));
    const xml = await report('junit', oneCase({ title: hostile, reason: hostile, stderr: hostile, checks }));
    expect(unbalanced(xml)).toBeUndefined();
    expect(xml).not.toMatch(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u);
    expect(xml).toContain('\\x00\\x1b[31m ]]&gt; &lt;/failure&gt; &amp; &quot; \\u{d800} \\u{ffff} 😀');
    expect(unbalanced(await report('junit', events))).toBeUndefined();
  });

  it('points to the file of the user, if there is one', async () => {
    const placeOf = ({ id }: { id: string }) =>
      id.includes('.wire.') ? undefined : { file: 'ci/my "server".yaml', line: 9, col: 3 };
    const xml = await report('junit', events, { placeOf });
    const tags = xml.match(/<testcase name="demo[^>]*>/g)!;
    const pointing = tags.filter((tag) => tag.includes(' file="ci/my &quot;server&quot;.yaml" line="9"'));
    expect(tags.length - pointing.length).toBe(2);
    expect(xml).not.toMatch(/<testcase [^>]*file="cases/);
    expect(await report('junit', events)).toContain('file="cases/demo/server/tools.yaml" line="4"');
  });

  it('has counts that are the sums of its cases', async () => {
    const xml = await report('junit', events);
    const sum = (name: string) => Number(new RegExp(`<testsuites [^>]*${name}="(\\d+)"`).exec(xml)?.[1]);
    expect(sum('tests')).toBe(xml.match(/<testcase /g)?.length);
    expect(sum('failures')).toBe(xml.match(/<failure /g)?.length);
    expect(sum('errors')).toBe(xml.match(/<error /g)?.length);
    expect(sum('skipped')).toBe(xml.match(/<skipped /g)?.length);
    expect(sum('tests')).toBe(finished.summary.planned + of('problem').length);
  });
});

describe('cases that failed alike', () => {
  const ids = ['demo.server.tools.a', 'demo.server.tools.b', 'demo.server.tools.c'];
  const alike = ids.map((id): CaseResult => ({ ...results[1]!, id, name: id }));
  const list = judged([
    { ...started, planned: alike },
    ...alike.map((result) => ({ type: 'case.finished' as const, result })),
    finished,
  ]);

  it('are one block with their ids in markdown', async () => {
    const text = await report('markdown', list);
    expect(text.match(/<details>/g)).toHaveLength(1);
    expect(text).toContain('and 2 other cases that ended alike</summary>');
    for (const id of ids) expect(text).toContain(`- \`${id}\``);
  });

  it('have one annotation for each check', async () => {
    const lines = (await report('github', list)).trimEnd().split('\n');
    expect(lines).toHaveLength(results[1]!.checks.filter(({ status }) => status === 'fail').length);
    for (const line of lines) {
      expect(line).toContain('title=demo.server.tools.a and 2 more · ');
      expect(line).toContain('%0Athe same for demo.server.tools.a, .b, .c');
    }
  });

  it('are annotated as well where the run does not come to its end', async () => {
    expect(await report('github', list.slice(0, -1))).toBe(await report('github', list));
  });

  it('are annotated where the file of the user speaks of them, if it does', async () => {
    const placeOf = () => ({ file: 'proctor.yaml', line: 9, col: 3 });
    for (const line of (await report('github', list, { placeOf })).trimEnd().split('\n'))
      expect(line).toMatch(/^::error file=proctor\.yaml,line=9,col=3,title=/);
    expect(await report('github', list, { placeOf: () => undefined })).toMatch(/^::error title=/);
  });
});

describe('a cause that kept cases from being run', () => {
  const cause: RunEvent = { type: 'problem', message: 'the handshake failed: HTTP 401', exit: 3, notRun: 17 };
  const list = judged([started, cause, finished]);

  it('is the one error of junit, and the cases are skipped because of it', async () => {
    const xml = await report('junit', list);
    expect(xml).toMatch(/<testsuites [^>]*failures="0" errors="1" skipped="17"/);
    expect(xml.match(/<skipped message="not run: the handshake failed: HTTP 401"\/>/g)).toHaveLength(17);
  });

  it('says in markdown and to GitHub how many they are', async () => {
    expect(await report('markdown', list)).toContain('Not run because of it: 17 cases.');
    expect(await report('markdown', list)).not.toContain('### Not run');
    expect(await report('github', list)).toContain('not run because of it: 17 cases');
  });
});

describe('github', () => {
  it('can not be tricked into another command', async () => {
    const checks = results[1]!.checks.map((check) => ({ ...check, message: 'a\n::set-output name=x::y\r\n%' }));
    const text = await report('github', oneCase({ checks }));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
    expect(text).toContain('::a%0A::set-output name=x::y\\r%0A%25');
  });

  it('says nothing of a green run', async () => {
    expect(await report('github', greenEvents)).toBe('');
  });

  it('has no more annotations than are shown, and says how many there are', async () => {
    const warned = (number: number): RunEvent => ({ type: 'problem', message: `${number}`, exit: 0, warning: true });
    const failed = (number: number): RunEvent => ({ type: 'problem', message: `${number}`, exit: 1 });
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
    const of = async (...more: RunEvent[]) =>
      (await report('github', judged([started, ...more, finished]))).trimEnd().split('\n');
    expect(await of(...numbers(10).map(warned))).toHaveLength(10);
    const lines = await of(...numbers(12).map(warned), ...numbers(14).map(failed));
    expect(lines).toHaveLength(20);
    expect(lines[9]).toBe('::error title=proctor::5 more of them stand in the report');
    expect(lines[19]).toBe('::warning title=proctor::3 more of them stand in the report');
  });
});

describe('markdown', () => {
  it('can not be broken out of', async () => {
    const checks = results[1]!.checks.map((check) => ({ ...check, message: '```\n</details><script>' }));
    const text = await report('markdown', oneCase({ title: '<script>|`', checks }));
    expect(text).toContain('````text');
    expect(text).toContain('&lt;script&gt;|');
  });
});

describe('a problem that is only a warning', () => {
  const warning: RunEvent = {
    type: 'problem',
    message: 'an entry is stale',
    detail: 'a.yaml:1:1',
    exit: 0,
    warning: true,
  };
  const list = [...greenEvents.slice(0, -1), warning, greenEvents.at(-1)!];

  it('is not an error in any report', async () => {
    const xml = await report('junit', list);
    expect(xml).toContain('<system-out>warning: an entry is stale\na.yaml:1:1</system-out>');
    expect(xml).not.toContain('<error');
    expect(unbalanced(xml)).toBeUndefined();
    expect(await report('github', list)).toMatch(/^::warning title=proctor::an entry is stale%0A/);
    expect(await report('markdown', list)).toContain('**⚠** `an entry is stale`');
  });
});

describe('badge', () => {
  const badge = async (list: RunEvent[]) => {
    const { message, color } = JSON.parse(await report('badge', list));
    return [message, color];
  };
  /** A run that ended with 0, of these results and no others. */
  const green = (list: CaseResult[], more: Partial<typeof finished> = {}) => {
    const summary = { ...finished.summary, warn: list.filter(({ warned }) => warned).length };
    const over = { ...finished, exit: 0, interrupted: false, summary, ...more };
    return judged([
      { ...started, planned: list },
      ...list.map((result) => ({ type: 'case.finished' as const, result })),
      over,
    ]);
  };
  const of = (...names: string[]) => results.filter(({ id }) => names.some((name) => id.endsWith(`.${name}`)));

  it('counts musts, those that failed apart', async () => {
    expect(await badge(greenEvents)).toEqual(['3 of 3 musts', 'brightgreen']);
    expect(await badge(events)).toEqual(['5 of 9 musts, 3 failed, 1 known to fail, 1 warning', 'red']);
  });

  it('is green if the run is, whatever else there is to say', async () => {
    expect(await badge(green(of('list', 'missing')))).toEqual(['1 of 1 must, 1 warning', 'green']);
    expect(await badge(green(of('list', 'known')))).toEqual(['1 of 2 musts, 1 known to fail', 'green']);
    expect(await badge(green(of('list'), { musts: { tested: 1, of: 40 } }))).toEqual(['1 of 40 musts', 'green']);
    expect(await badge(green([]))).toEqual(['no must judged', 'green']);
  });

  it('is red if the run is, and says what else than a must is', async () => {
    expect(await badge(green(of('list', 'crash'), { exit: 1 }))).toEqual(['1 of 1 must, 1 case red', 'red']);
    expect(await badge(green(of('list'), { exit: 2 }))).toEqual(['1 of 1 must, exit 2', 'red']);
  });
});

/** The first tag that is not closed, or closes nothing; undefined where every tag has its partner. */
function unbalanced(xml: string): string | undefined {
  const open: string[] = [];
  for (const [, slash, name, end] of xml.matchAll(/<(\/?)([a-z-]+)(?: [a-z]+="[^"<]*")*(\/?)>/g)) {
    if (slash) {
      if (open.pop() !== name) return name;
    } else if (!end) open.push(name!);
  }
  const rest = xml.replace(/<\/?[a-z-]+(?: [a-z]+="[^"<]*")*\/?>/g, '').replace(/<\?xml [^?]*\?>/, '');
  return open.pop() ?? (/[<>]|&(?!(amp|lt|gt|quot|#\d+);)/.exec(rest)?.[0] || undefined);
}

describe('the page of a requirement', () => {
  const url = 'https://demo.example/1.0/tools#error-handling';

  it.each(REPORTERS.filter((name) => name !== 'badge'))('is named by %s', async (name) => {
    expect(await report(name, events)).toContain(url);
  });

  it('is where its id leads in a terminal that has links, and an address in one that has none', async () => {
    const on = (links: boolean) => report('pretty', events, {}, { isTTY: true, color: true, columns: 160, links });
    const id = `\x1b]8;;${url}\x07DEMO-TOOL-06\x1b]8;;\x07`;
    expect(await on(true)).toContain(id);
    expect((await on(true)).replaceAll(id, '')).not.toContain(url);
    expect(await on(false)).toContain(`    ${url}`);
    expect(await on(false)).not.toContain('\x1b]8');
  });
});
