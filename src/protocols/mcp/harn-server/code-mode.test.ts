import { expect, test } from 'vitest';
import type { JsonObject } from '../../../json/json.js';
import { answer, text } from '../server/content.js';
import { type Tool, type ToolCall, tool } from '../server/state/tool.js';
import { codeModeTools } from './code-mode.js';

/** What was written. */
let notes: string[] = [];

const note = { note: { type: 'string' } };
const TOOLS: readonly Tool[] = [
  tool('read', { title: 'Read', description: 'Reads.' }, () => answer(text(notes.join()))),
  tool('say', { title: 'Say', description: 'Says.', takes: note, needs: ['note'] }, (args) =>
    answer(text(`${args.note}!`)),
  ),
  tool('write', { title: 'Write', description: 'Writes.', takes: note, changes: true }, (args) => {
    notes.push(String(args.note));
    return answer(text('written'));
  }),
];

/** The text that a tool of Code Mode answers with, and whether it failed. */
async function told(name: string, args: JsonObject) {
  const found = codeModeTools(TOOLS).find((one) => one.name === `harn.code.${name}`)!;
  const { content, isError } = await found.run(args, {} as ToolCall);
  return [(content[0] as { text: string }).text, isError];
}

const ran = (snippet: unknown) => {
  notes = ['one'];
  return told('execute_composition', { snippet: JSON.stringify(snippet) });
};

test('a snippet gets what its calls bring, one after the other', async () => {
  const calls = [
    { call: 'read', as: 'first' },
    { call: 'say', arguments: { note: '{first.content.0.text}' } },
  ];
  expect(await ran({ calls, returns: 'so: {say.content.0.text}' })).toEqual(['so: one!', false]);
});

test('a snippet that writes is refused before it runs', async () => {
  const calls = [{ call: 'read' }, { call: 'write', arguments: { note: 'two' } }];
  expect(await ran({ calls, returns: '{write.content.0.text}' })).toEqual([
    'A snippet may only read, and write writes.',
    true,
  ]);
  expect(notes).toEqual(['one']);
});

test.each([
  ['no object', 'x', 'A snippet is an object with "calls".'],
  ['a call of nothing that is there', { calls: [{ call: 'other' }] }, 'There is no tool other.'],
  ['a call with wrong arguments', { calls: [{ call: 'say' }] }, expect.stringMatching(/^say: /)],
])('a snippet fails that is %s', async (_what, snippet, why) => expect(await ran(snippet)).toEqual([why, true]));

test('what snippets may call only reads', async () => {
  expect(await told('generate_harn_api', {})).toEqual(['read()\nsay(note)', false]);
  expect(await told('generate_harn_api', { query: 'sa' })).toEqual(['say(note)', false]);
});

test('examples are snippets', async () => {
  const [examples] = await told('search_examples', { query: 'read' });
  expect(
    String(examples)
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toHaveLength(2);
});
