import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { DurationError, parseDuration } from '../../src/language/duration.js';
import { MOCK_TRANSPORTS, type MockArguments, usualTransport } from '../../src/mock/line.js';
import { roles } from '../../src/protocols/index.js';
import { stderr, stdout } from '../../src/wire/output.js';
import { SLOWEST } from '../run/options.js';
import type { ExplainArguments } from './commands/info.js';
import type { NewArguments } from './commands/new/new.js';
import type { SelftestArguments } from './commands/selftest/selftest.js';
import { addCompletion } from './completion.js';
import { installLastResort } from './ending/last-resort.js';
import { version } from './support/version.js';

const collect = (value: string, list: string[] = []) => [...list, value];

function integer(least: number) {
  return (value: string) => {
    const number = Number(value);
    if (!Number.isInteger(number) || number < least)
      throw new InvalidArgumentError(`expected a whole number from ${least}`);
    return number;
  };
}

/** For an option that makes no sense twice: the last one would silently win. */
function once(value: string, earlier: string | undefined) {
  if (earlier !== undefined) throw new InvalidArgumentError(`it was given before, as ${earlier}; give it once`);
  return value;
}

function duration(value: string) {
  try {
    return parseDuration(value);
  } catch (error) {
    throw error instanceof DurationError ? new InvalidArgumentError(error.message) : error;
  }
}

function factor(value: string) {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('expected a number above 0');
  if (number > SLOWEST) throw new InvalidArgumentError(`the largest factor is ${SLOWEST}`);
  return number;
}

/** Parses the command line and runs the command. Sets the exit code of the process; usage errors are exit 2. */
export async function program(argv: string[]): Promise<void> {
  installLastResort();
  const root = new Command('proctor')
    .description('Conformance kit and mock host for agent protocols.')
    .version(version, '-V, --version')
    .showSuggestionAfterError()
    // Or else `run --version V` would print our own version.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, minWidthToWrap: 20 })
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });

  const finish = (exit: number) => {
    process.exitCode = exit;
  };

  root
    .command('run')
    .description('Run cases against a target: ./proctor.yaml, or the one named.')
    .argument(
      '[pattern...]',
      'case ids, or patterns such as mcp.server.tools or mcp.*.ping; after `--` the command of a target',
    )
    .option('--target <file>', 'target file (default: proctor.yaml or proctor.yml, where it is there)', once)
    .option('--role <role>', 'role of a target given as a command or by --url')
    .option('--url <url>', 'where the target listens; a command after `--` starts it', once)
    .option('--transport <name>', 'which transport of the target to use: stdio, http, ws, rest')
    .option('--header <name: value>', 'header of every request; a value may name ${env.NAME}', collect, [])
    .option('--env <name=value>', 'variable in the environment of what is started', collect, [])
    .option('--cwd <folder>', 'folder in which the target is started', once)
    .option('--within <duration>', 'budget of each wait, such as 20s', once)
    .option(
      '--reporter <name[=file]>',
      'pretty, json, ndjson, junit, markdown, github, badge; may be given several times',
      collect,
      [],
    )
    .option('--cases <path>', 'your own cases: a file or folder', collect, [])
    .option('--known <file>', 'known failures (default: known.yaml beside the target file)', once)
    .option('--write-known', 'add what fails to the known failures, so that the next run is green', false)
    .option('--issue <link>', 'with --write-known: where it is tracked', once)
    .option('--tidy', 'take known failures out that fail no more', false)
    .option('--jobs <n>', 'cases at once (default: the cores; over the references twice as many)', integer(1))
    .option('--shard <i/n>', 'only the i-th of n parts of the plan')
    .option('--repeat <n>', 'run each case n times; a case whose verdicts differ is flaky', integer(1), 1)
    .option('--slow <factor>', 'factor on every time budget', factor, 1)
    .addOption(new Option('--trace <which>', 'whole transcripts in the report').choices(['failed', 'all']))
    .option('--strict', 'a broken should or may fails too', false)
    .option('--no-new-warnings', 'a broken should or may fails too if the known failures do not have it')
    .option('--dry-run', 'show the plan and run nothing', false)
    .option('--wrap <file>', "start the target's processes through this program")
    .option('--version <version>', 'protocol version, as in the schemas')
    .option('--processes', 'over the references: every case on a process, none inside this one', false)
    .option('--last-failed', 'only what did not pass in the runs against this target', false)
    .option('--self', 'run the cases against the references; with --role against the one of that role', false)
    .action(async (patterns: string[], options) => {
      const { runCommand } = await import('./commands/run/run.js');
      finish(await runCommand(patterns, { ...options, command: behind(argv) }));
    });

  root
    .command('init')
    .description('Write a target file, a list of known failures and a CI workflow for a target, and try some cases.')
    .option('--role <role>', 'what the target plays, such as mcp/server')
    .option('--url <url>', 'where the target listens; a command after `--` starts it', once)
    .addOption(
      new Option('--transport <name>', 'how the target is spoken to; all tries each').choices([
        'stdio',
        'http',
        'ws',
        'rest',
        'all',
      ]),
    )
    .option('--target <file>', 'target file to write or to bring up to date (default: proctor.yaml)', once)
    .option(
      '--allow-tools [names]',
      'call tools too that may change something or reach other systems: all, or those named, as in a,b',
    )
    .option(
      '--allow-prompts',
      'send prompts, which may cost something; whatever the agent then asks permission for is allowed',
      false,
    )
    .option(
      '--prompt <name=text>',
      'try a prompt of yours for a behavior, as in read-file="read data.txt"; may be repeated',
      collect,
      [],
    )
    .option(
      '--version <version>',
      'protocol version that the target speaks; by default the first that it answers to',
      once,
    )
    .option('--header <name: value>', 'header of every request; a value may name ${env.NAME}', collect, [])
    .option('--env <name=value>', 'variable in the environment of what is started', collect, [])
    .option('--cwd <folder>', 'folder in which the target is started', once)
    .option('--within <duration>', 'budget of each wait, such as 20s', once)
    .option('--slow <factor>', 'factor on every time budget', factor, 1)
    .option('--play', 'run every case instead of a few, and list what the target does not show', false)
    .option('-y, --yes', 'use the first command that the project names, without asking', false)
    .action(async (options) => {
      const { initCommand } = await import('./commands/init.js');
      finish(await initCommand({ ...options, command: behind(argv) }));
    });

  root
    .command('new')
    .description('Write your own case, ready to run.')
    .addArgument(root.createArgument('<what>', 'what to write').choices(['case']))
    .argument('<id>', 'its id, such as orders.export.rows: the second last part names the file')
    .option('--role <role>', 'what the target plays (default: what ./proctor.yaml says)', once)
    .option('--title <text>', 'what holds, in one sentence', once)
    .option('--requirement <id>', 'an existing requirement (default: writes a new one)', once)
    .option('--folder <path>', 'where it goes (default: `cases` of ./proctor.yaml, else conformance)', once)
    .action(async (_: string, id: string, options: NewArguments) => {
      const { newCommand } = await import('./commands/new/new.js');
      finish(await newCommand(id, options));
    });

  root
    .command('list')
    .description('List cases, requirements, behaviors, fragments, mutants, roles or methods.')
    .addArgument(
      root
        .createArgument('<what>', 'what to list')
        .choices(['cases', 'requirements', 'behaviors', 'fragments', 'mutants', 'roles', 'methods']),
    )
    .argument('[pattern...]', 'ids or their beginnings, roles')
    .option('--cases <path>', 'your own cases: a file or folder (default: those of ./proctor.yaml)', collect, [])
    .option('--json', 'as JSON', false)
    .action(async (what: string, patterns: string[], options: { json: boolean; cases: string[] }) => {
      const { listCommand } = await import('./commands/info.js');
      finish(await listCommand(what, patterns, options));
    });

  root
    .command('explain')
    .description('Explain a requirement, case, behavior, mutant, verdict or exit code, or the mock of a role.')
    .argument('<id>', 'an id, or mock')
    .argument('[role]', 'after mock: the role, such as mcp/server')
    .option('--expanded', 'of a case: its steps as YAML, with fragments and values in place', false)
    .option('--all', 'whole lists of cases and mutants, however long', false)
    .option('--cases <path>', 'your own cases: a file or folder (default: those of ./proctor.yaml)', collect, [])
    .action(async (id: string, role: string | undefined, options: ExplainArguments) => {
      const { explainCommand } = await import('./commands/info.js');
      finish(await explainCommand(id, role, options));
    });

  root
    .command('validate')
    .description('Validate messages or recordings of a role, agent cards, files of a schema, or the corpus.')
    .argument('<role|schema>', 'such as mcp/server, mcp/2025-11-25/Tool, a2a/card, case, target, corpus')
    .argument('<file...>', 'files, - for stdin; for agent cards also addresses')
    .option('--version <version>', 'of the protocol, for messages (default: what a recording says, else the usual one)')
    .option('--json', 'as JSON', false)
    .action(async (what: string, files: string[], options: { json: boolean; version?: string }) => {
      const { validateCommand } = await import('./commands/info.js');
      finish(await validateCommand(what, files, options));
    });

  root
    .command('coverage')
    .description('Which requirement has which cases and mutants. Exit 1 where a testable must has no case.')
    .argument('[pattern...]', 'requirements by the beginning of their ids, such as bridge or MCP-HTTP')
    .option('--cases <path>', 'your own cases: a file or folder (default: those of ./proctor.yaml)', collect, [])
    .option('--json', 'as JSON', false)
    .action(async (patterns: string[], options: { json: boolean; cases: string[] }) => {
      const { coverageCommand } = await import('./commands/info.js');
      finish(await coverageCommand(patterns, options));
    });

  root
    .command('selftest')
    .description('Prove Proctor: a case catches every mutant, and every case passes on the references.')
    .argument('[pattern...]', 'mutants by the beginning of their ids, or by the requirement that they break')
    .option('--mutants <file>', 'mutants from outside; any case of their role may catch them')
    .option('--json', 'as JSON', false)
    .option('--jobs <n>', 'references at work at once (default: twelve times the cores)', integer(1))
    .option('--workers <n>', 'processes that share the work (default: one for each core)', integer(1))
    .option('--seed <n>', 'which of the cases and mutants are tried on real processes too', integer(0), 0)
    .option('--blame', 'play every mutant by every case; what fails beside what it breaks must be declared', false)
    .option(
      '--sample <n>',
      'with --blame: one in n of the mutants, by one in n of the cases, as --seed says',
      integer(1),
      1,
    )
    .action(async (patterns: string[], options: SelftestArguments) => {
      const { selftestCommand } = await import('./commands/selftest/selftest.js');
      finish(await selftestCommand(patterns, options));
    });

  addMock(root, async (role, options) => {
    const { mockCommand } = await import('./commands/mock/mock.js');
    finish(await mockCommand(role, { ...options, command: behind(argv) }));
  });

  root
    .command('log')
    .description('Show a log that `mock --log=FILE` wrote as people read it.')
    .argument('<file>', 'the log, - for stdin')
    .option('-f, --follow', 'wait for what the mock writes later, until it ends', false)
    .option('--full', 'whole messages', false)
    .action(async (file: string, options: { follow: boolean; full: boolean }) => {
      const { logCommand } = await import('./commands/info.js');
      finish(await logCommand(file, options));
    });

  await addCompletion(root, argv, async () => (await import('./commands/info.js')).loadedCorpus());

  try {
    await root.parseAsync(argv[2] === 'complete' ? argv : before(argv));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are no errors; commander has printed the rest.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

/** What a mock does on the machine of its user. */
const REACH = `
A mock touches files below its working directory alone, and starts programs for a peer over stdio alone, unless its script says
otherwise (files, programs). acp/client and harn/client allow whatever the agent asks permission for; to deny it, write this line
in the script: permissions: [{ tool: "*", answer: reject }]`;

/** Adds `mock`. Its plain lines are read by `readMockLine`, to the same effect. */
export function addMock(root: Command, act: (role: string, options: MockArguments) => void | Promise<void>): void {
  root
    .command('mock')
    .description('Run the reference of a role as a process; a client or host starts the program after `--`.')
    .argument('<role>', Object.keys(roles).join(', '))
    .option('--script <file>', 'what it offers and answers (YAML)')
    .option('--fault <file>', 'fault rules to apply (YAML)')
    .option('--mutant <id>', 'a mutant of the catalogue')
    .addOption(
      new Option('--transport <name>', 'how it is reached; by default stdio, with --url or --auth http').choices(
        MOCK_TRANSPORTS,
      ),
    )
    .option('--version <version>', 'protocol version that it speaks; by default the newest that it knows', once)
    .option('--port <n>', 'port to listen on; 0 lets the machine choose', integer(0), 0)
    .option(
      '--token [token]',
      'answer only those who have the URL that is printed: it holds this token, or a random one',
    )
    .option('--url <url>', 'the server that a client connects to over HTTP')
    .option('--permissive [names]', 'use the wordings that the spec gives: the usual ones, or those named, as in a,b')
    .option(
      '--log [file]',
      'every message as it passes, with what is wrong: on stderr, whole with --log=full, or as JSON lines in a file',
    )
    .option('--prompt <text>', 'what a client or host says to its agent; may be given several times', collect)
    .option('--chat', 'say to the agent what is typed, a line at a time; what it says appears on stderr')
    .option('--allow', 'with --prompt or --chat: grant what the agent asks permission for; otherwise it is denied')
    .option('--judge', 'report at the end what the peer broke; exit 1 where that was a must')
    .option('--reporter <name[=file]>', 'with --judge: as for run; without a file on stderr', collect)
    .option(
      '--silence <duration>',
      'how long the program after `--` may be silent with a request outstanding',
      duration,
    )
    .option(
      '--auth [file]',
      'over HTTP: ask clients for a token, and start an authorization server beside the mock; a file (YAML) says how',
    )
    .option('--auth-issuer <url>', 'over HTTP: take only tokens of this issuer', once)
    .option('--auth-jwks <url>', 'with --auth-issuer: the keys of its tokens', once)
    .option('--auth-introspection <url>', 'with --auth-issuer: the endpoint that says whether a token is active', once)
    .option('--auth-audience <uris>', 'with --auth-issuer: names of this server in tokens (default: its URL)', once)
    .option('--auth-scopes <scopes>', 'with --auth-issuer: such as "files:read; delete = files:write"', once)
    .option('--auth-upstream <url>', 'with --auth-issuer: an API that it asks about each call of a tool', once)
    .addOption(new Option('--clock <url>', 'take the time from Proctor').hideHelp())
    .addOption(new Option('--border-log <file>', 'write down what crosses the border').hideHelp())
    .addHelpText('after', REACH)
    .action((role: string, options: MockArguments) =>
      act(role, { ...options, transport: options.transport ?? usualTransport(options.url, options.auth) }),
    );
}

/** The command line up to `--`. */
function before(argv: string[]): string[] {
  const at = argv.indexOf('--');
  return at < 0 ? argv : argv.slice(0, at);
}

/** The command of a target, behind `--`. */
function behind(argv: string[]): string[] | undefined {
  const at = argv.indexOf('--');
  return at < 0 ? undefined : argv.slice(at + 1);
}
