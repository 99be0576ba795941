import { describe, expect } from 'vitest';
import { loadTarget } from '../../runner/load/target/target.js';
import { readTargetOptions } from '../../runner/load/target/target-options.js';
import { expandArgv, expandText } from '../../src/conversation/case/expand.js';
import { headersOver } from '../../src/conversation/lanes/headers-over.js';
import { inside } from '../../src/conversation/peer/case-peers.js';
import { type JsonObject, parseJson, stringifyJson } from '../../src/json/json.js';
import { own, setOwn } from '../../src/json/own.js';
import { removePointer, setPointer } from '../../src/json/pointer.js';
import { requestFromProto } from '../../src/protocols/a2a/bindings/proto-json.js';
import { resultToProto } from '../../src/protocols/a2a/bindings/to-proto-json.js';
import { filledForm } from '../../src/protocols/mcp/client/form.js';
import { ANSWER } from '../testing/peers.js';
import { it } from '../testing/warm.js';

/** Names that every object seems to have. */
const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then'];

describe('a name that every object has is a name like any other', () => {
  const TRUE = ['--', 'true'];
  const CALLS: ((name: string) => string[])[] = [
    (name) => ['run', '--role', name, ...TRUE],
    (name) => ['run', '--role', `mcp/${name}`, ...TRUE],
    (name) => ['run', '--self', '--role', name],
    (name) => ['run', '--self', '--version', name, ANSWER],
    (name) => ['run', '--self', '--transport', name, ANSWER],
    (name) => ['run', '--self', name],
    (name) => ['run', '--self', `mcp.server.${name}`],
    (name) => ['run', '--self', `${ANSWER}#${name}`],
    (name) => ['run', '--self', '--reporter', name, ANSWER],
    (name) => ['init', '--role', name, ...TRUE],
    (name) => ['init', '--role', 'mcp/server', '--version', name, ...TRUE],
    (name) => ['mock', name],
    (name) => ['mock', 'mcp/server', '--mutant', name],
    (name) => ['mock', 'mcp/server', '--version', name],
    (name) => ['mock', 'mcp/server', '--transport', name],
    (name) => ['mock', 'mcp/server', '--permissive', name],
    (name) => ['explain', name],
    (name) => ['list', name],
    (name) => ['list', 'cases', name],
    (name) => ['list', 'mutants', name],
    (name) => ['coverage', name],
    (name) => ['selftest', name],
    (name) => ['validate', name, '/dev/null'],
    (name) => ['validate', `mcp/2025-11-25/${name}`, '/dev/null'],
    (name) => ['validate', `${name}/${name}/${name}`, '/dev/null'],
    (name) => ['validate', `a2a/${name}`, '/dev/null'],
    (name) => [name],
    (name) => ['explain', `mcp/${name}`],
  ];

  it.for(CALLS.map((call, index) => call(NAMES[index % NAMES.length]!)))('proctor %j', async (args, { sandbox }) => {
    const { exit, stdout, stderr } = await sandbox.run(args);
    expect(`${stdout}${stderr}`).not.toMatch(/^ {4}at /m);
    expect([1, 2]).toContain(exit);
    expect(stderr).not.toBe('');
  });

  it.for(NAMES)('at a place of a line that is completed: %s', async (name, { sandbox }) => {
    for (const words of [
      ['list', name, ''],
      ['mock', name, ''],
      ['run', `--${name}`, ''],
      [name, ''],
    ]) {
      const { exit, stderr } = await sandbox.run(['complete', '--', ...words]);
      expect([exit, stderr], words.join(' ')).toEqual([0, '']);
    }
  });

  it.for(NAMES)('in --role: %s', async (name, { sandbox }) => {
    const { exit, stderr } = await sandbox.run(['run', '--role', name, ...TRUE]);
    expect([exit, stderr]).toEqual([2, expect.stringMatching(/^there is no role "\w+"; there are .*\n$/)]);
  });
});

describe.each(NAMES)('%s', (name) => {
  const entries = (value: object) => Object.entries(value).map(([key, member]) => [key, String(member)]);

  it('is a member of a message, kept from reading to writing', () => {
    const text = `{"${name}":{"${name}":12345678901234567890},"a":[{"${name}":1}]}`;
    const value = parseJson(text) as JsonObject;
    expect(stringifyJson(value)).toBe(text);
    expect(Object.keys(value)).toEqual([name, 'a']);
    expect(stringifyJson(setPointer({}, `/${name}/${name}`, 1))).toBe(`{"${name}":{"${name}":1}}`);
    expect(removePointer({ a: 1 }, `/${name}`)).toEqual({ a: 1 });
    expect(({} as JsonObject)[`${name}x`]).toBeUndefined();
  });

  it('is not a member of an object that does not have it', () => {
    const map: { [key: string]: number } = {};
    expect(own(map, name)).toBeUndefined();
    setOwn(map, name, 1);
    expect([own(map, name), Object.keys(map)]).toEqual([1, [name]]);
    expect(inside({}, [name])).toBeUndefined();
    expect(expandText(`\${${name}}`, {})).toBe(`\${${name}}`);
    expect(expandArgv([`\${${name}}`], {})).toEqual([`\${${name}}`]);
  });

  it('is a header, and a variable of the environment', () => {
    const given = readTargetOptions({ header: [`${name}: a`], env: [`${name}=b`] });
    if ('message' in given) throw new Error(given.message);
    expect(entries(given.headers)).toEqual([[name.toLowerCase(), 'a']]);
    expect(entries(given.env)).toEqual([[name, 'b']]);
    expect(entries(headersOver({}, parseJson(`{"${name}":"a"}`)))).toEqual([[name, 'a']]);
  });

  it('is a variable that is not set, in a target file', async ({ sandbox }) => {
    const file = sandbox.file(
      't.yaml',
      `name: t\nrole: mcp/server\ntransports:\n  stdio: { command: [a, "\${env.${name}}"] }\nsecrets: { s: { env: ${name} } }\n`,
    );
    const { problems } = await loadTarget(file, { env: {} });
    expect(problems.map(({ message }) => message)).toEqual([
      `the environment variable \`${name}\` is not set`,
      `the environment variable \`${name}\` is not set`,
    ]);
    const { exit } = await sandbox.run(['validate', 'target', 't.yaml']);
    expect(exit).toBe(0);
  });

  it('is a field of a form, and no format of one', () => {
    const schema = parseJson(
      `{"type":"object","properties":{"${name}":{"type":"string","format":"${name}"}},"required":["${name}"]}`,
    );
    expect(entries(filledForm(schema as JsonObject) ?? {})).toEqual([[name, 'text']]);
  });

  it('stays as it is in the two forms of A2A', () => {
    const body = parseJson(`{"${name}":{"a":1},"task":{"id":"t","${name}":2,"status":{"state":"${name}"}}}`);
    const made = resultToProto(body) as JsonObject;
    expect(Object.keys(made)).toEqual([name, 'task']);
    expect(stringifyJson(own(made, name)!)).toBe('{"a":1}');
    expect(own(made.task as JsonObject, name)).toBe(2);
    const said = requestFromProto(parseJson(`{"message":{"role":"${name}","content":[]},"${name}":1}`) as JsonObject);
    expect(own(said, name)).toBe(1);
  });
});
