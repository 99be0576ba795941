// docs/reference/command-line.md and a page for each command, from the commands as they are defined.
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { page, table } from './markdown.mjs';

const SOURCE = 'runner/cli/line';
const FOLDER = 'docs/reference';

/** The command line as `proctor` has it, without what the commands do. */
const ENTRY = `
  import { addCompletion } from './runner/cli/completion.js';
  import { commandLine } from './runner/cli/line/command-line.js';
  import { addHelp } from './runner/cli/line/help.js';
  export async function whole() {
    const root = commandLine(new Proxy({}, { get: () => async () => {} }));
    await addCompletion(root, ['node', 'proctor'], () => Promise.reject(new Error('nothing is completed')));
    addHelp(root);
    return root;
  }`;

async function loaded() {
  const outfile = resolve('node_modules/.cache/proctor/command-line.mjs');
  await build({
    ...{ stdin: { contents: ENTRY, resolveDir: '.', loader: 'ts' }, outfile, bundle: true },
    ...{ format: 'esm', platform: 'node', target: 'node20', packages: 'external', logLevel: 'warning' },
  });
  try {
    return await (await import(pathToFileURL(outfile).href)).whole();
  } finally {
    rmSync(outfile, { force: true });
  }
}

/** The pages by path. `intro` stands above the list of commands, `next` below it. */
export async function commandLinePages({ intro, next }) {
  const root = await loaded();
  const commands = root.commands.filter((command) => !command._hidden);
  const groups = new Map();
  for (const command of commands) {
    const group = command.helpGroup?.() || 'Commands';
    groups.set(group, [...(groups.get(group) ?? []), command]);
  }
  const lists = [...groups].flatMap(([group, members]) => [
    `## ${group.replace(/:$/, '')}`,
    table(
      ['command', 'what it does'],
      members.map((one) => [`[\`${one.name()}\`](command-line/${one.name()}.md)`, one.description()]),
    ),
  ]);
  return [
    [`${FOLDER}/command-line.md`, page(SOURCE, ['# Command line', intro?.trim(), ...lists, next?.trim()])],
    ...commands.map((command) => [`${FOLDER}/command-line/${command.name()}.md`, page(SOURCE, partsOf(command))]),
  ];
}

function partsOf(command) {
  const rows = (list) => list.map(({ term, about }) => [`\`${term}\``, about]);
  const positions = command.registeredArguments.map((one) => ({
    term: one.name(),
    about: [one.description, choices(one.argChoices)].filter(Boolean).join('. '),
  }));
  const options = command.options
    .filter(({ hidden }) => !hidden)
    .map((one) => ({
      term: one.flags,
      about: [one.description, choices(one.argChoices), usual(one.defaultValue)].filter(Boolean).join('. '),
    }));
  const usage = `proctor ${command.name()} ${command.usage()}`;
  return [
    `# proctor ${command.name()}`,
    command.description(),
    `\`\`\`text\n${usage}\n\`\`\``,
    table(['argument', 'meaning'], rows(positions)),
    table(['option', 'meaning'], rows(options)),
    afterHelp(command),
    'Next: [all commands](../command-line.md) · [exit codes](../verdicts.md#exit-codes)',
  ];
}

const choices = (list) => (list ? `One of ${list.map((one) => `\`${one}\``).join(', ')}` : '');
const usual = (value) =>
  value === undefined || value === false || (Array.isArray(value) && value.length === 0) ? '' : `Default: ${value}`;

/** What the help of a command says after its options: notes and examples, as they are printed where there is no terminal. */
function afterHelp(command) {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
  const { isTTY } = process.stdout;
  process.stdout.isTTY = false;
  command.outputHelp();
  process.stdout.isTTY = isTTY;
  const rest = text.slice(command.helpInformation().length).replace(/^\n+|\n+$/g, '');
  return rest === '' ? null : `\`\`\`text\n${rest}\n\`\`\``;
}
