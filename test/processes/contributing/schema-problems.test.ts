import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const ACP = 'schemas/acp/0.12.2';
const MCP = 'schemas/mcp/2025-11-25';
/** Each test starts the program, and it computes: at a load of twenty that takes minutes. */
const PATIENCE = 300_000;

let copy: string;
beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'proctor-schema-problems-'));
  for (const part of ['schemas/acp', 'schemas/errata', 'schemas/mcp', 'scripts', 'runner/schemas', 'src'])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

function script(name: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, 'scripts', name), ...args], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function edit(file: string, from: string, to: string) {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
}

interface SchemaFile {
  examples: unknown[];
  properties: { [name: string]: { description?: string } };
  $defs: { [name: string]: { description?: string } };
}

/** Changes a schema, which is then written with a member a line. */
function change(file: string, how: (schema: SchemaFile) => void) {
  const schema = JSON.parse(readFileSync(join(copy, file), 'utf8'));
  how(schema);
  writeFileSync(join(copy, file), JSON.stringify(schema, null, 2));
}

/** What `generate` prints, a line each, without the last one, which counts. No line is one of a stack. */
function problems(...args: string[]) {
  const { status, stdout, stderr } = script('generate.mjs', ...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  const lines = stderr.trimEnd().split('\n');
  const files = new Set(lines.slice(0, -1).map((line) => line.split(':')[0]));
  const s = (count: number) => (count === 1 ? '' : 's');
  const problemCount = lines.length - 1;
  expect(lines.pop()).toBe(`${problemCount} problem${s(problemCount)} in ${files.size} file${s(files.size)}`);
  return lines;
}

describe('npm run generate names what is wrong with schemas, each with its place', { timeout: PATIENCE }, () => {
  it('names all in one go, and writes nothing', () => {
    edit(`${MCP}/Tool.json`, '  "title": "Tool",\n', '');
    change('schemas/errata/v1.json', ({ $defs }) => {
      delete Object.values($defs)[0]!.description;
    });
    change(`${MCP}/Root.json`, ({ examples, properties }) => {
      examples.length = 0;
      delete properties.uri!.description;
    });
    edit(`${MCP}/ListToolsResult.json`, '"Tool.json"', '"Toll.json"');
    edit(`${MCP}/Prompt.json`, '"title": "Prompt",', '"title": "Prompt"');
    edit(`${MCP}/methods.yaml`, 'message: PingRequest', 'message: PongRequest');
    change(`${ACP}/PromptRequest.json`, ({ examples }) => {
      Object.assign(examples[0] as object, { sessionId: 5 });
    });
    edit(`${ACP}/SessionId.json`, '"$id": "acp/', '"$id": "acb/');
    const [definition] = Object.keys(JSON.parse(readFileSync(join(copy, 'schemas/errata/v1.json'), 'utf8')).$defs);
    const said = problems();
    expect(said.map((line) => line.replace(/:\d+:\d+ /, ' '))).toEqual([
      `${ACP}/PromptRequest.json  #/examples/0/sessionId  the schema refuses its example: expected a string, got an integer`,
      `${ACP}/SessionId.json  #/$id  $id must be acp/0.12.2/SessionId.json, the path below the folder, or absent`,
      `schemas/errata/v1.json  #/$defs/${definition}  lacks a \`description\`: a sentence that says what it is`,
      `${MCP}/ListToolsResult.json  #/properties/tools/items/$ref  $ref Toll.json leads nowhere: mcp/2025-11-25/Toll.json does not exist`,
      `${MCP}/Prompt.json  is not valid JSON: comma ',' expected after value but got '"'`,
      `${MCP}/Root.json  #  lacks \`examples\`: a list with one valid value at least`,
      `${MCP}/Root.json  #/properties/uri  lacks a \`description\`, or a \`$ref\` to what has one`,
      `${MCP}/Tool.json  #  lacks a \`title\`: its name`,
    ]);
    expect(problems('--check')).toEqual(said);
  });

  it('points to the line', () => {
    const file = `${MCP}/Tool.json`;
    change(file, ({ properties }) => {
      delete properties.description!.description;
    });
    const lines = readFileSync(join(copy, file), 'utf8').split('\n');
    const line = lines.indexOf('    "description": {') + 1;
    expect(problems()).toEqual([
      `${file}:${line}:5  #/properties/description  lacks a \`description\`, or a \`$ref\` to what has one`,
    ]);
  });

  it('names the method and the revision that do not fit', () => {
    edit(`${MCP}/methods.yaml`, 'message: PingRequest', 'message: PongRequest');
    edit(`${ACP}/methods.yaml`, 'params: PromptRequest', 'params: PromtRequest');
    const place = (file: string, text: string) => {
      const lines = readFileSync(join(copy, file), 'utf8').split('\n');
      const line = lines.findIndex((one) => one.includes(text));
      return `${file}:${line + 1}:${lines[line]!.indexOf(text) + 1}`;
    };
    expect(problems()).toEqual(
      expect.arrayContaining([
        `${place(`${ACP}/methods.yaml`, 'params: PromtRequest')}  #/methods/session~1prompt/params  session/prompt: no definition PromtRequest`,
        `${place(`${MCP}/methods.yaml`, 'message: PongRequest')}  #/methods/ping/message  ping: no definition PongRequest`,
      ]),
    );
    edit(`${MCP}/methods.yaml`, 'message: PongRequest', 'message: PingRequest\n    params: Cursor');
    edit(`${ACP}/methods.yaml`, 'params: PromtRequest', 'params: PromptRequest');
    expect(problems()).toEqual(
      expect.arrayContaining([expect.stringContaining('/params  ping: the params are those of PingRequest')]),
    );
    edit(`${MCP}/methods.yaml`, 'message: PingRequest\n    params: Cursor', 'message: PingRequest');
    edit(`${MCP}/methods.yaml`, 'methods:', 'methods: [');
    expect(problems()).toEqual([expect.stringMatching(/methods\.yaml:\d+:\d+ {2}is not valid YAML: /)]);
    writeFileSync(join(copy, `${MCP}/methods.yaml`), 'protocol: mcp\n');
    expect(problems()).toEqual([
      `${MCP}/methods.yaml:1:1  #/errors  \`errors\` must be here and have a member for each of its names`,
      `${MCP}/methods.yaml:1:1  #/methods  \`methods\` must be here and have a member for each of its names`,
    ]);
  });

  it('names what is no JSON Schema, once, and an example that only a revision refuses', () => {
    change(`${ACP}/Plan.json`, (schema) => Object.assign(schema, { type: 'objekt' }));
    change(`${MCP}/Root.json`, (schema) => Object.assign(schema, { propertees: {} }));
    const first = '  changes:\n    InitializeRequest:\n';
    edit('schemas/mcp/2025-06-18/revision.yaml', first, first.replace('\n', '\n    Cursor: { type: integer }\n'));
    const all = problems().map((line) => line.replace(/:\d+:\d+ /, ' '));
    expect(all).toEqual([
      `${ACP}/Plan.json  #/type  is not a JSON Schema: must be equal to one of the allowed values: array, boolean, integer, null, number, object, string`,
      `${MCP}/Root.json  #/propertees  is not a JSON Schema: strict mode: unknown keyword: "propertees"`,
      // Nothing is said of the versions that take the definition from there.
    ]);
    change(`${MCP}/Root.json`, (schema) => Reflect.deleteProperty(schema, 'propertees'));
    change(`${ACP}/Plan.json`, (schema) => Object.assign(schema, { type: 'object' }));
    const revision = 'schemas/mcp/2025-06-18/revision.yaml  #/definitions/changes/Cursor';
    expect(problems().map((line) => line.replace(/:\d+:\d+ /, ' '))).toContain(
      `${revision}  Cursor/examples/0: the schema refuses its example: expected an integer, got a string`,
    );
  });

  it('names forms that tools of others handle badly, and what to write in their place', () => {
    const file = `${ACP}/Plan.json`;
    const tagged = (kind: unknown, ...required: string[]) => ({
      type: 'object',
      required,
      properties: { kind: { type: 'string', const: kind, description: 'Which one.' } },
      description: 'One of two.',
    });
    const members = {
      constant: { const: 1.5 },
      text: { enum: ['a'] },
      free: { type: ['object', 'null'], minProperties: 1 },
      said: { type: 'object', additionalProperties: true },
      typed: { type: 'object', anyOf: [{ required: ['a'] }] },
      port: { type: 'integer', format: 'uint16' },
      bytes: { type: 'string', format: 'byte' },
      place: { type: 'string', format: 'uri' },
      ahead: { type: 'string', pattern: '^a(?!b)' },
      behind: { type: 'string', pattern: '(?<=a)b' },
      again: { type: 'string', pattern: '(a)\\1' },
      plain: { type: 'string', pattern: '^\\\\1(?:a|b)(?<name>c)$' },
      byName: { type: 'object', patternProperties: { '(?=a)': true } },
      either: { anyOf: [tagged('a', 'kind'), tagged('b', 'kind')] },
      oneMay: { anyOf: [tagged('a'), tagged('b', 'kind')] },
      bothMay: { anyOf: [tagged('a'), tagged('b')] },
      same: { anyOf: [tagged('a', 'kind'), tagged('a', 'kind')] },
      behindReference: {
        anyOf: [{ $ref: '../../mcp/2025-11-25/TextContent.json' }, { $ref: '../../mcp/2025-11-25/ImageContent.json' }],
      },
      orList: { anyOf: [tagged('a', 'kind'), { type: 'array', items: true }, tagged('b', 'kind')] },
      orText: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      orAny: { anyOf: [tagged('a', 'kind'), tagged('b', 'kind'), true] },
    };
    change(file, (schema) =>
      Object.assign(schema, {
        properties: Object.fromEntries(
          Object.entries(members).map(([name, one]) => [name, { description: 'A member.', ...one }]),
        ),
        required: [],
        examples: [{}],
      }),
    );
    const forms = problems().map((line) => /#\/properties\/(\S+) {2}(.*)$/.exec(line)?.slice(1).join(': '));
    const RE2 = 'looks ahead or behind, or back to a group, which RE2 refuses: write it without';
    const tag = (name: string) => `has branches that \`${name}\` tells apart: say \`oneOf\``;
    const free = 'leaves open what is in the object: say `"additionalProperties": true` if anything may be';
    expect(forms).toEqual([
      'constant/const: lacks `"type": "number"` beside it: generators take its type from there',
      `free/type: ${free}`,
      'port/format: uint16 is not a format of JSON Schema: leave it out, and say `minimum`, `maximum` or `pattern` where it limits the value',
      'bytes/format: byte is not a format of JSON Schema: say `"contentEncoding": "base64"`',
      `ahead/pattern: ${RE2}`,
      `behind/pattern: ${RE2}`,
      `again/pattern: ${RE2}`,
      `byName/patternProperties: ${RE2}`,
      `either/anyOf: ${tag('kind')}`,
      `oneMay/anyOf: ${tag('kind')}`,
      `behindReference/anyOf: ${tag('type')}`,
      `orList/anyOf: ${tag('kind')}`,
    ]);
  });

  it('names a form that only a revision has, and once what it takes over', () => {
    const first = '  changes:\n    InitializeRequest:\n';
    const revision = 'schemas/mcp/2025-06-18/revision.yaml';
    edit(revision, first, first.replace('\n', '\n    Cursor: { format: uint8 }\n'));
    edit(`${MCP}/ImageContent.json`, '"contentEncoding": "base64"', '"format": "byte"');
    expect(problems().map((line) => line.replace(/:\d+:\d+ /, ' '))).toEqual([
      `${revision}  #/definitions/changes/Cursor  Cursor/format uint8 is not a format of JSON Schema: leave it out, and say \`minimum\`, \`maximum\` or \`pattern\` where it limits the value`,
      `${MCP}/ImageContent.json  #/properties/data/format  byte is not a format of JSON Schema: say \`"contentEncoding": "base64"\``,
    ]);
  });

  it('is what the build prints of schemas that it can not build', () => {
    edit(`${MCP}/Prompt.json`, '"title": "Prompt",', '"title": "Prompt"');
    const { status, stderr } = script('generate.mjs', '--dist', join(copy, 'dist'));
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^schemas\/mcp\/2025-11-25\/Prompt\.json:\d+:3 {2}is not valid JSON: .*\n1 problem in 1 file\n$/,
      ),
    });
  });
});
