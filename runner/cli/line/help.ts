import { type Command, Help, type Option } from 'commander';
import wrapAnsi from 'wrap-ansi';
import { wrapLine } from '../../../reports/text/wrap.js';
import { stdout } from '../../../src/wire/output.js';

/** The groups of `proctor --help`, with their commands in order. */
const GROUPS: readonly (readonly [heading: string, commands: readonly string[]])[] = [
  ['Test:', ['run', 'init', 'host', 'doctor', 'surface', 'report']],
  ['Develop:', ['mock', 'proxy', 'inspect', 'record', 'log', 'new', 'validate', 'schemas']],
  ['Explain:', ['list', 'explain', 'coverage']],
  ['Prove:', ['selftest']],
  ['Other:', ['complete', 'help']],
];

/** What a command line does. */
type Example = readonly [line: string, does: string];

/** Two examples for each command. */
export const EXAMPLES: Readonly<Record<string, readonly [Example, Example]>> = {
  run: [
    ['proctor run --role mcp/server -- node server.js', 'tests a server without a target file'],
    [
      'proctor run mcp.server.tools --reporter junit=report.xml',
      'runs the cases about tools on the target of ./proctor.yaml, and writes a report for CI',
    ],
  ],
  init: [
    ['proctor init --role mcp/server -- node server.js', 'explores a server over stdio, and writes proctor.yaml'],
    ['proctor init --role mcp/server --url http://127.0.0.1:3000/mcp', 'explores a server that already runs'],
  ],
  host: [
    ['proctor host --role mcp/client', 'serves a page that says what to do with your client'],
    [
      'proctor host --role mcp/client --transport stdio mcp.client.elicitation',
      'asks about forms alone, of a client that starts its servers',
    ],
  ],
  doctor: [
    ['proctor doctor', 'checks this machine, and starts the target of ./proctor.yaml'],
    ['proctor doctor --role acp/agent -- node agent.js', 'starts an agent without a target file'],
  ],
  mock: [
    ['proctor mock mcp/server --transport http', 'a server for your client, at the URL that it prints'],
    ['proctor mock acp/client --prompt "list the files" -- node agent.js', 'a client that starts and asks your agent'],
  ],
  proxy: [
    ['proctor proxy --role mcp/server -- node server.js', 'takes the place of the command of a server in your host'],
    [
      'proctor proxy --role mcp/server --url http://127.0.0.1:3000/mcp --record session.ndjson',
      'listens at another URL, and records what passes',
    ],
  ],
  inspect: [
    ['proctor inspect session.ndjson', 'shows a recording on a page'],
    ['proctor inspect', 'lists the pages that mocks, proxies and runs with --inspect serve now'],
  ],
  record: [
    ['proctor record to-case session.ndjson --id shop.session.first', 'writes a case that passes on the same server'],
    ['proctor record to-html session.ndjson', 'prints a page that any browser opens, without Proctor'],
  ],
  log: [
    ['proctor log messages.ndjson', 'shows what `proctor mock ROLE --log=messages.ndjson` wrote'],
    ['proctor log messages.ndjson --follow', 'goes on while the mock runs'],
  ],
  new: [
    ['proctor new case orders.export.rows', 'writes conformance/export.yaml for the role of ./proctor.yaml'],
    ['proctor new case orders.export.empty --role mcp/server', 'writes a case of an MCP server'],
  ],
  validate: [
    ['proctor validate mcp/server messages.ndjson', 'checks each message of a server against its schema'],
    ['proctor validate a2a/card http://127.0.0.1:3000/.well-known/agent-card.json', 'checks an agent card'],
  ],
  surface: [
    [
      'proctor surface --role mcp/server --save surface.yaml -- node server.js',
      'saves what a server offers, for review',
    ],
    ['proctor surface --against surface.yaml', 'fails if the target of ./proctor.yaml offers less, or something else'],
  ],
  report: [
    ['proctor report merge part-*.json --reporter junit=proctor.xml', 'makes one report of the parts of a run'],
    ['proctor report diff before.json after.json', 'fails if something got worse'],
  ],
  schemas: [
    ['proctor schemas build protocol --id https://example.com/schemas/ --out published', 'publishes your own protocol'],
    ['proctor schemas diff mcp/2025-06-18 mcp/2025-11-25', 'lists what changed between two versions of MCP'],
  ],
  list: [
    ['proctor list cases mcp.server.tools', 'lists the cases about tools'],
    ['proctor list requirements MCP-HTTP --json', 'lists requirements with their sources, as JSON'],
  ],
  explain: [
    ['proctor explain MCP-TOOL-03', 'shows a requirement, its source, and the cases that test it'],
    ['proctor explain mock acp/agent', 'shows what the script of this mock can say'],
  ],
  coverage: [
    ['proctor coverage MCP-HTTP', 'shows the requirements whose ids begin so'],
    ['proctor coverage --by-section', 'shows all of them, below the sections that state them'],
  ],
  selftest: [
    ['proctor selftest mcp.server.tools', 'proves the cases about tools'],
    ['proctor selftest --mutants mine.yaml', 'looks whether any case catches your mutants'],
  ],
  complete: [
    ['source <(proctor complete bash)', 'completes commands in this shell'],
    ['proctor complete fish > ~/.config/fish/completions/proctor.fish', 'completes them in every fish'],
  ],
};

/** Columns of a terminal, or of a page that no terminal shows. */
const widthOf = () => (stdout.isTTY && stdout.columns) || 80;

/** A text as help shows it: no line is wider than the terminal. */
const fitting = (text: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith(' ') ? wrapLine(line, widthOf()) : wrapAnsi(line, widthOf())))
    .join('\n');

/** The examples of a command. */
function examplesOf(name: string): string {
  const examples = EXAMPLES[name];
  if (examples === undefined) throw new Error(`${name} has no examples`);
  return ['\nExamples:', ...examples.flatMap(([line, does]) => [`  ${line}`, `      ${does}`])].join('\n');
}

/** Adds a text to the help of a command. */
export const addText = (command: Command, text: string) => command.addHelpText('after', () => fitting(text));

/** Groups commands, and ends the help of each with its examples. */
export function addHelp(root: Command): void {
  const help = root.createCommand('help').argument('[command]').helpOption(false);
  root.addHelpCommand(help.description('Show the help of a command'));
  const all = [...root.commands, help];
  for (const [heading, names] of GROUPS)
    for (const command of all) if (names.includes(command.name())) command.helpGroup(heading);
  for (const command of root.commands) command.addHelpText('after', () => fitting(examplesOf(command.name())));
}

/** How commander writes help. */
export const HELP = {
  showGlobalOptions: false,
  minWidthToWrap: 20,
  subcommandTerm: (command: Command) => command.name(),
  /** What is off or empty unless it is given has no default that anybody needs to read. */
  optionDescription(option: Option): string {
    const { defaultValue } = option;
    const isNothing = defaultValue === false || (Array.isArray(defaultValue) && defaultValue.length === 0);
    return new Help().optionDescription(isNothing ? Object.create(option, { defaultValue: {} }) : option);
  },
};
