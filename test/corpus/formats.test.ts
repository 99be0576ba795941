import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/json/json.js';
import { getPointer } from '../../src/json/pointer.js';
import { loadValidators } from '../../src/schemas/index.js';

/** What is wrong with the first example of a format after one thing was changed. */
async function judged(format: string, change: (example: JsonObject) => unknown): Promise<string[]> {
  const validators = await loadValidators(format, 'v1');
  const example = structuredClone((validators.bundle.examples ?? [])[0]) as JsonObject;
  change(example);
  return validators.validate(format, example).map(({ path, message }) => `${path} ${message}`.trim());
}

const at = (value: Json, pointer: string) => getPointer(value, pointer) as JsonObject;

describe('the case format accepts', () => {
  it.each<[string, JsonObject]>([
    ['a name made of a value', { '${behavior.pages.member}': { $type: 'array' } }],
    ['a member that begins with a dollar', { $$type: 'x' }],
    ['JSON Schema as data beside other members', { $schema: 'https://json-schema.org', type: 'object' }],
    ['several matchers at once', { $rising: '/id', $unique: true, $len: { $gte: 1 } }],
    ['a sampled walk', { $walk: { of: 'mcp/task', sampled: true } }],
    ['anything behind $lit', { $lit: { $absnt: true } }],
  ])('%s in a pattern', async (_, pattern) => {
    expect((await loadValidators('case', 'v1')).validate('Pattern', pattern)).toEqual([]);
  });
});

describe('our own formats refuse', () => {
  const step = (change: JsonObject) => (file: JsonObject) => {
    at(file, '/cases/0').steps = [change];
  };
  it.each<[string, (file: JsonObject) => unknown, string[]]>([
    [
      'an unknown key of a case',
      (file) => Object.assign(at(file, '/cases/0'), { kill: [] }),
      ['/cases/0/kill unknown member `kill`; did you mean kills?'],
    ],
    [
      'an id without dots',
      (file) => Object.assign(at(file, '/cases/0'), { id: 'Ping' }),
      ['/cases/0/id "Ping" is not a case id, such as "mcp.server.tools.list"'],
    ],
    ['an empty suite', (file) => Object.assign(file, { cases: [] }), ['/cases is empty']],
    [
      'a step without a verb',
      step({ check: 'MCP-PING-01' }),
      [
        '/cases/0/steps/0 needs one of `start`, `stop`, `open`, `close`, `send`, `expect`, `call`, `never`, `any_order`, `either`, `repeat`, `use`, `assert`, `write`, `advance`, `control`',
      ],
    ],
    [
      'a step with two verbs',
      step({ advance: '1s', use: 'x' }),
      ['/cases/0/steps/0 only one of `use`, `advance` can stand here'],
    ],
    ['`with` without `use`', step({ advance: '1s', with: {} }), ['/cases/0/steps/0 `with` needs `use` beside it']],
    [
      'a duration without unit',
      step({ advance: '5' }),
      ['/cases/0/steps/0/advance "5" is not a duration, such as "300ms"'],
    ],
    [
      'a message of two kinds',
      step({ send: { request: 'ping', notify: 'x' } }),
      ['/cases/0/steps/0/send only one of `request`, `notify` can stand here'],
    ],
    [
      'a message of no kind',
      step({ expect: { as: 'x' } }),
      ['/cases/0/steps/0/expect needs one of `http`, `sse`, `frame`'],
    ],
    ['a result on a request', step({ send: { request: 'ping', result: {} } }), ['/cases/0/steps/0/send lacks `reply`']],
    [
      'result and error',
      step({ call: { request: 'ping', result: {}, error: {} } }),
      ['/cases/0/steps/0/call `result` and `error` exclude each other'],
    ],
    [
      'an unknown matcher',
      step({ assert: { value: 1, is: { $absnt: true } } }),
      ['/cases/0/steps/0/assert/is/$absnt unknown member `$absnt`; did you mean $absent?'],
    ],
    [
      'a channel that neither connects nor listens',
      step({ open: { as: 'x' } }),
      ['/cases/0/steps/0/open needs one of `ws`, `listen`, `fetch`'],
    ],
    ['a quiet window without end', step({ never: { closed: true } }), ['/cases/0/steps/0/never lacks `for`']],
    [
      'one branch',
      step({ either: [{ grade: 'pass', steps: [] }] }),
      ['/cases/0/steps/0/either has 1 items, expected at least 2'],
    ],
    [
      'a name that the kit fills',
      (file) => Object.assign(at(file, '/cases/0'), { let: { dir: '/' } }),
      ['/cases/0/let/dir `dir` is not a name that is allowed here'],
    ],
    [
      'a requirement in small letters',
      step({ use: 'x', check: 'mcp-ping-01' }),
      ['/cases/0/steps/0/check "mcp-ping-01" is not a requirement id, such as "MCP-HTTP-28"'],
    ],
  ])('case: %s', async (_, change, messages) => {
    expect(await judged('case', change)).toEqual(messages);
  });

  it.each<[string, (file: JsonObject) => unknown, string[]]>([
    [
      'a misspelt key',
      (file) => Object.assign(file, { behaviours: {} }),
      ['/behaviours unknown member `behaviours`; did you mean behaviors?'],
    ],
    [
      'a command that is not a list',
      (file) => Object.assign(at(file, '/transports/stdio'), { command: 'node server.js' }),
      ['/transports/stdio/command expected a list, got a string'],
    ],
    ['no transport', (file) => Object.assign(file, { transports: {} }), ['/transports is empty']],
    [
      'a server that nobody can find',
      (file) => Object.assign(file, { transports: { http: { headers: {} } } }),
      ['/transports/http needs one of `url`, `command`'],
    ],
    [
      'two ways to be ready',
      (file) => Object.assign(file, { transports: { ws: { url: 'ws://x', ready: { port: 1, stdout: 'x' } } } }),
      ['/transports/ws/ready only one of `stdout`, `port` can stand here'],
    ],
    [
      'an unknown isolation',
      (file) => Object.assign(file, { isolation: 'none' }),
      ['/isolation expected one of "shared", "case", "group", "run", got "none"'],
    ],
    [
      'an untestable case without reason',
      (file) => Object.assign(file, { untestable: [{ case: 'mcp.server.*' }] }),
      ['/untestable/0 lacks `reason`'],
    ],
    [
      'two outcomes',
      (file) => Object.assign(file, { outcome: { exit: { ok: [0] }, stdout: 'json' } }),
      ['/outcome only one of `exit`, `stdout` can stand here'],
    ],
    [
      'a secret from nowhere',
      (file) => Object.assign(file, { secrets: { a: {} } }),
      ['/secrets/a needs one of `env`, `value`'],
    ],
  ])('target: %s', async (_, change, messages) => {
    expect(await judged('target', change)).toEqual(messages);
  });

  const mutant = (change: JsonObject) => (file: JsonObject) => Object.assign(at(file, '/mutants/0'), change);
  it.each<[string, (file: JsonObject) => unknown, string[]]>([
    [
      'an unknown action',
      mutant({ do: ['dorp'] }),
      ['/mutants/0/do/0 expected one of "drop", "duplicate", got "dorp"; did you mean drop?'],
    ],
    [
      'a pointer without slash',
      mutant({ do: [{ set: { id: 1 } }] }),
      ['/mutants/0/do/0/set/id `id` is not a name that is allowed here'],
    ],
    ['the zeroth message', mutant({ nth: 0 }), ['/mutants/0/nth 0 is not allowed here']],
    [
      'a selector of two kinds',
      mutant({ hears: { request: 'ping', notify: 'x' } }),
      ['/mutants/0/hears only one of `request`, `notify` can stand here'],
    ],
    [
      'a switch that also acts',
      mutant({ switch: 'x' }),
      expect.arrayContaining(['/mutants/0 only one of `hears`, `switch` can stand here']) as unknown as string[],
    ],
    ['nothing to do', (file) => delete at(file, '/mutants/0').do, ['/mutants/0 `hears` needs `do` beside it']],
  ])('mutants: %s', async (_, change, messages) => {
    expect(await judged('mutants', change)).toEqual(messages);
  });

  it.each<[string, (file: JsonObject) => unknown, string[]]>([
    ['a count that is missing', (file) => delete at(file, '/summary').notRun, ['/summary lacks `notRun`']],
    [
      'an unknown verdict',
      (file) => Object.assign(at(file, '/cases/0'), { verdict: 'passed' }),
      [
        '/cases/0/verdict expected one of "pass", "fail", "skipped", "untestable", "error", got "passed"; did you mean pass?',
      ],
    ],
    [
      'a place without line',
      (file) => Object.assign(at(file, '/cases/0/checks/0'), { at: 'ping.yaml' }),
      ['/cases/0/checks/0/at "ping.yaml" does not match ^.+:\\d+:\\d+$'],
    ],
    [
      'a check that was not judged',
      (file) => Object.assign(at(file, '/cases/0/checks/0'), { status: 'not-reached' }),
      ['/cases/0/checks/0/status expected one of "pass", "fail", "non-strict", got "not-reached"'],
    ],
    [
      'a time of another form',
      (file) => Object.assign(file, { startedAt: 'today' }),
      [expect.stringContaining('/startedAt "today" does not match') as unknown as string],
    ],
  ])('report: %s', async (_, change, messages) => {
    expect(await judged('report', change)).toEqual(messages);
  });

  it.each<[string, string, (file: JsonObject) => unknown, string[]]>([
    ['known', 'no reason', (file) => delete at(file, '/known/0').reason, ['/known/0 lacks `reason`']],
    [
      'known',
      'a month that there is not',
      (file) => Object.assign(at(file, '/known/0'), { until: '2027-13-01' }),
      [expect.stringContaining('/known/0/until "2027-13-01" does not match') as unknown as string],
    ],
    ['fault', 'no faults', (file) => Object.assign(file, { faults: [] }), ['/faults is empty']],
    [
      'fragments',
      'a step with a typo',
      (file) => Object.assign(file, { fragments: { a: [{ sned: {} }] } }),
      expect.arrayContaining(['/fragments/a/0/sned unknown member `sned`; did you mean send?']) as unknown as string[],
    ],
    [
      'requirements',
      'a level of its own',
      (file) => Object.assign(at(file, '/requirements/0'), { level: 'shall' }),
      ['/requirements/0/level expected one of "must", "should", "may", "derived", got "shall"'],
    ],
    [
      'behaviors',
      'no text',
      (file) => delete at(file, '/behaviors/slow-tool').text,
      ['/behaviors/slow-tool lacks `text`'],
    ],
    [
      'role',
      'an alive without requirement',
      (file) => Object.assign(file, { alive: { request: 'ping' } }),
      ['/alive lacks `check`'],
    ],
    [
      'role',
      'a message of no kind',
      (file) => Object.assign(file, { anytime: [{}] }),
      ['/anytime/0 needs one of `notify`, `request`'],
    ],
    [
      'wire',
      'an unknown rule',
      (file) => Object.assign(at(file, '/rules/0'), { rule: 'stdin' }),
      [expect.stringContaining('/rules/0/rule expected one of') as unknown as string],
    ],
    ['versions', 'no version', (file) => Object.assign(file, { versions: {} }), ['/versions is empty']],
    [
      'methods',
      'a request without result',
      (file) => delete at(file, '/methods/ping').result,
      ['/methods/ping lacks `result`'],
    ],
    ['revision', 'no version that it extends', (file) => delete (file as JsonObject).extends, ['lacks `extends`']],
    [
      'revision',
      'a change to a member that no method has',
      (file) => Object.assign(file, { methods: { changes: { ping: { direcion: 'both' } } } }),
      [expect.stringContaining('direcion') as unknown as string],
    ],
    [
      'errata',
      'a difference without reason',
      (file) =>
        Object.assign(file, {
          errata: [
            {
              id: 'x',
              definition: 'X',
              path: '/a',
              ours: 1,
              source: 's',
              instance: 1,
              verdicts: { upstream: 'accepts', ours: 'rejects' },
            },
          ],
        }),
      ['/errata/0 lacks `why`'],
    ],
  ])('%s: %s', async (format, _, change, messages) => {
    expect(await judged(format, change)).toEqual(messages);
  });
});

it('a script of a client of Harn has every member of one of ACP, in the same form', async () => {
  const membersOf = async (format: string) =>
    ((await loadValidators(format, 'v1')).bundle.properties ?? {}) as JsonObject;
  const ofAcp = await membersOf('acp-client-script');
  expect(Object.keys(ofAcp).length).toBeGreaterThan(10);
  expect(await membersOf('harn-client-script')).toMatchObject(ofAcp);
});
