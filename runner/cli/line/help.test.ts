import { describe, expect, it } from 'vitest';
import { addCompletion } from '../completion.js';
import { type Acts, commandLine } from './command-line.js';
import { addHelp, EXAMPLES } from './help.js';

const nothing = async () => {};
const acts = new Proxy({}, { get: () => nothing }) as Acts;
const whole = async () => {
  const root = commandLine(acts);
  await addCompletion(root, ['node', 'proctor'], () => Promise.reject(new Error('nobody completes')));
  addHelp(root);
  return root;
};
const root = await whole();
const texts: string[] = [];
root.configureOutput({ writeOut: (text) => texts.push(text) });

/** What is printed, with what comes after the options. */
function printed(command: typeof root): string {
  texts.length = 0;
  command.configureOutput({ writeOut: (text) => texts.push(text), getOutHelpWidth: () => 80 }).outputHelp();
  return texts.join('');
}

it('the commands stand in their groups, a line of 80 columns each', () => {
  const lines = printed(root).split('\n');
  expect(lines.filter((line) => /^\w+:$/.test(line))).toEqual([
    'Options:',
    'Test:',
    'Develop:',
    'Explain:',
    'Prove:',
    'Other:',
  ]);
  for (const { name } of root.commands.map((command) => ({ name: command.name() })))
    expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
});

describe.each(root.commands.map((command) => [command.name(), command] as const))('the help of %s', (name, command) => {
  it('ends with two examples, and no line is over 80 columns', () => {
    const lines = printed(command).trimEnd().split('\n');
    const at = lines.indexOf('Examples:');
    expect(lines.slice(at + 1).filter((line) => /^ {2}\S/.test(line))).toHaveLength(2);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it('shows no default that is nothing', () => {
    expect(printed(command)).not.toMatch(/\(default: (false|\[\])\)/);
  });

  it('has examples whose options and arguments it takes', async () => {
    for (const [line] of EXAMPLES[name]!) {
      const words = (line.match(/"[^"]*"|[^\s()<>]+/g) ?? []).map((word) => word.replaceAll('"', ''));
      const from = words.indexOf('proctor') + 1;
      const until = words.findIndex((word) => word === '--' || word.startsWith('~'));
      expect(words[from]).toBe(name);
      if (name === 'complete') continue;
      const fresh = await whole();
      await fresh.parseAsync(words.slice(from, until < 0 ? undefined : until), { from: 'user' });
    }
  });
});
