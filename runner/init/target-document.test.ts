import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Behavior } from '../types.js';
import { TargetDocument } from './target-document.js';

const behavior = (name: string): [string, Behavior] => [
  name,
  {
    name,
    text: `It shows ${name}.`,
    roles: ['mcp/server'],
    gives: {},
    with: {},
    protocol: 'mcp',
    place: { file: 'b', line: 1, col: 1 },
  },
];
const meaning = new Map([behavior('tool'), behavior('prompt')]);

const MINE = `# my server
name: mine # a name
role: mcp/server
transports: { stdio: { command: [a,   b] } }

behaviors:
  # why this one
  tool: {gives: {name: mine,  arguments: {}}} # mine
untestable:
  # nobody knows
  - {case: mcp.server.a,   reason: I say so}
  - { behavior: prompt, reason: "init: there are no prompts" }
  - { case: mcp.server.c, reason: "init: it is refused" }
`;

describe('a target file that a person has edited', () => {
  it('gets the dialect of a transport, and is the same but for that', () => {
    const document = TargetDocument.from(MINE);
    document.write('stdio', 'protojson');
    expect(document.isExtended).toBe(true);
    const { transports, ...others } = parse(document.text(true));
    expect(transports).toEqual({ stdio: { command: ['a', 'b'], dialect: 'protojson' } });
    expect(others).toEqual({ ...parse(MINE), transports: undefined });
  });

  it('is the same, byte by byte, where nothing is new', () => {
    const document = TargetDocument.from(MINE);
    const listed = [
      { behavior: 'prompt', reason: 'there are no prompts' },
      { case: 'mcp.server.c', reason: 'it is refused' },
    ];
    expect(document.addBehaviors(new Map([['tool', { gives: { name: 'other' } }]]), meaning)).toEqual([]);
    expect(document.listUntestable(listed)).toEqual({ added: 0, removed: 0 });
    expect(document.text(false)).toBe(MINE);
  });

  it('keeps what the person wrote, and has what is new; entries of our own that are not so any more go', () => {
    const document = TargetDocument.from(MINE);
    const shows = new Map([
      ['tool', { gives: { name: 'other' } }],
      ['prompt', { gives: { name: 'x\ny\u2028z' } }],
    ]);
    expect(document.addBehaviors(shows, meaning)).toEqual(['prompt']);
    expect(document.listedByPerson).toEqual([{ case: 'mcp.server.a', reason: 'I say so' }]);
    const now = [{ behavior: 'tool', reason: 'gone' }];
    expect(document.listUntestable(now)).toEqual({ added: 1, removed: 2 });
    const text = document.text(true);
    for (const kept of ['# my server', '# a name', '# why this one', '# mine', '# nobody knows'])
      expect(text).toContain(kept);
    expect(text).toContain('  # It shows prompt.\n  prompt: { gives: { name: "x\\ny\\u2028z" } }\n');
    expect(parse(text)).toEqual({
      ...parse(MINE),
      behaviors: { tool: { gives: { name: 'mine', arguments: {} } }, prompt: { gives: { name: 'x\ny\u2028z' } } },
      untestable: [
        { case: 'mcp.server.a', reason: 'I say so' },
        { behavior: 'tool', reason: 'init: gone' },
      ],
    });
  });

  it('loses a list that has no entry any more', () => {
    const document = TargetDocument.from('name: a\nuntestable:\n  - { case: x, reason: "init: none" }\n');
    expect(document.listUntestable([])).toEqual({ added: 0, removed: 1 });
    expect(document.text(true)).toBe('name: a\n');
  });
});

describe('a new target file', () => {
  const target = { name: 'a', role: 'mcp/server', transports: { stdio: { command: ['node', 'a b'] } } };
  const schema = 'node_modules/x.json';

  it('says what it is, how the target is started, and each behavior with its meaning', () => {
    const document = TargetDocument.of(target, ['Written.'], schema);
    document.identify('its-name', ['2025-11-25']);
    document.addBehaviors(new Map([['tool', {}]]), meaning);
    expect(document.text(true)).toBe(
      `# yaml-language-server: $schema=${schema}
# Written.

name: its-name
role: mcp/server
version: "2025-11-25"
transports:
  stdio:
    command: [ node, a b ]
# What the cases ask for, in words of the target's own. Map more of them as it learns more.
behaviors:
  # It shows tool.
  tool: {}
`,
    );
  });

  it('has as comments what nobody could ask the target for', () => {
    const document = TargetDocument.of(target, [], schema);
    document.commentUnmapped([...meaning.values()], false);
    const text = document.text(true);
    expect(text).toContain('# behaviors:\n# It shows tool.\n#   tool: {}\n');
    expect(parse(text)).toEqual(target);
  });

  it('has stubs for a client, with what cases pass to it', () => {
    const document = TargetDocument.of(target, [], schema);
    const call = { with: { tool: { type: 'string' }, arguments: { type: 'object' } }, gives: { id: {} } };
    document.commentUnmapped([{ ...meaning.get('tool')!, ...call } as never], true);
    const text = document.text(true);
    expect(text).toContain('#   tool: { args: ["${with.tool}", "${with.arguments}"], gives: { id: … } }\n');
    expect(text).toContain('run `npx proctor init` again');
    const filled = text.replace(/^# (behaviors|outcome):/gm, '$1:').replace(/^#( {3}tool)/m, '$1');
    expect(parse(filled)).toMatchObject({
      outcome: { stdout: 'json' },
      behaviors: { tool: { args: ['${with.tool}', '${with.arguments}'] } },
    });
  });
});
