import { type Command, Option } from 'commander';
import type { DoctorArguments } from '../commands/doctor/doctor.js';
import type { HostArguments } from '../commands/host/host.js';
import type { InitArguments } from '../commands/init.js';
import type { RunArguments } from '../commands/run/run-arguments.js';
import type { SurfaceArguments } from '../commands/surface.js';
import { hostOption, inspectOption } from './inspect-options.js';
import { collect, factor, integer, listed, once, oneOf, port } from './parsers.js';

/** What the command line of a command comes to, without what stands after `--`. */
type Line<Arguments> = Omit<Arguments, 'command'>;

/** Which target a command is about. */
const named = (command: Command): Command =>
  command
    .option('--target <file>', 'target file (default: proctor.yaml or proctor.yml in this folder)', once)
    .option('--role <role>', 'role of a target given as a command or by --url')
    .option('--url <url>', 'where the target listens; a command after `--` starts it', once)
    .option('--transport <name>', 'which transport of the target to use: stdio, http, ws, rest');

/** How a target is started and asked, beside what its file says. */
const startedWith = (command: Command): Command =>
  command
    .option('--header <name: value>', 'header of every request; a value may name ${env.NAME}', collect, [])
    .option('--env <name=value>', 'variable in the environment of what is started', collect, [])
    .option('--cwd <folder>', 'folder in which the target is started', once)
    .option('--within <duration>', 'budget of each wait, such as 20s', once);

/** Adds `run`. */
export function addRun(
  root: Command,
  act: (patterns: string[], options: Line<RunArguments> & { watch: boolean }) => Promise<void>,
): void {
  const run = root
    .command('run')
    .summary('Run cases against a target')
    .description('Run cases against a target: ./proctor.yaml, or the one named.')
    .argument(
      '[pattern...]',
      'case ids, or patterns such as mcp.server.tools or mcp.*.ping; after `--` the command of a target',
    );
  startedWith(named(run))
    .option(
      '--reporter <name[=file]>',
      'pretty, json, ndjson, junit, markdown, html, github, badge, sarif, tap; may be given several times',
      collect,
      [],
    )
    .option('--cases <path>', 'your own cases: a file or folder', collect, [])
    .option('--known <file>', 'known failures (default: known.yaml beside the target file)', once)
    .option('--write-known', 'add what fails to the known failures, so that the next run is green', false)
    .option('--issue <link>', 'with --write-known: where it is tracked', once)
    .option('--tidy', 'remove known failures that pass now', false)
    .option('--jobs <n>', 'cases at once (default: the cores; over the references twice as many)', integer(1))
    .option(
      '--shard <i/n>',
      'only the i-th of n parts of the plan; auto/n: in a Kubernetes Indexed Job the part of this pod',
    )
    .option('--profile <release>', 'count cases of newer requirements apart (default: the newest release)', once)
    .option('--repeat <n>', 'run each case n times; a case whose verdicts differ is flaky', integer(1), 1)
    .addOption(
      oneOf(new Option('--isolation <which>', 'cases with the same process: as in the target file (default), or one'), [
        'shared',
        'case',
      ]),
    )
    .option('--seed <n>', 'which of the cases that share a process are also run alone', integer(0), 1)
    .option('--resources', 'measure the CPU time and memory of the target', false)
    .option('--slow <factor>', 'factor on every time budget', factor, 1)
    .addOption(oneOf(new Option('--trace <which>', 'whole transcripts in the report'), ['failed', 'all']))
    .option('--strict', 'a broken should or may fails too', false)
    .addOption(inspectOption())
    .addOption(hostOption())
    .option('--no-new-warnings', 'a broken should or may fails too if the known failures do not have it')
    .option('--dry-run', 'show the plan and run nothing', false)
    .option('--wrap <file>', "start the target's processes through this program")
    .option('--version <versions>', 'protocol version, as in the schemas; several as in a,b', listed)
    .option('--processes', 'over the references: every case on its own process', false)
    .option('--last-failed', 'only what did not pass in the last runs against this target', false)
    .option('--watch', 'run again when files of the target or YAML files change: first what failed, then all', false)
    .option('--self', 'run the cases against the references; with --role against the one of that role', false)
    .action(act);
}

/** Adds `host`. */
export function addHost(root: Command, act: (patterns: string[], options: HostArguments) => Promise<void>): void {
  root
    .command('host')
    .summary('Test a client that a person starts')
    .description(
      'Run cases against a client that nobody else can start, such as a desktop program: a page says what to do, and what came of it.',
    )
    .argument('[pattern...]', 'case ids, or patterns such as mcp.client.elicitation')
    .option('--role <role>', 'role of the client: mcp/client, acp/client or a2a/client', once)
    .option('--target <file>', 'target file: its role, versions, transport, cases and lists hold', once)
    .addOption(
      oneOf(new Option('--transport <name>', 'how the client comes (default: the first that its role has)'), [
        'stdio',
        'http',
        'ws',
        'rest',
      ]),
    )
    .option('--version <version>', 'protocol version, as in the schemas; may be given several times', collect, [])
    .option('--servers <n>', 'how many servers the client has: so many cases share a step', integer(1), 8)
    .option('--port <n>', 'port that the client comes to; 0 picks one', port, 0)
    .option('--key <key>', 'key in the addresses of the client (default: a random one)', once)
    .option('--page <n>', 'port of the page; 0 picks one', port, 0)
    .option('--host <address>', 'listen on this address; whoever has the key or the token may come', once)
    .option('--cases <path>', 'your own cases: a file or folder', collect, [])
    .option('--known <file>', 'known failures (default: known.yaml beside the target file)', once)
    .option('--strict', 'a broken should or may fails too', false)
    .option('--reporter <name[=file]>', 'as for run; may be given several times', collect, [])
    .action(act);
}

/** Adds `init`. */
export function addInit(root: Command, act: (options: Line<InitArguments>) => Promise<void>): void {
  const init = root
    .command('init')
    .summary('Write a target file, known failures and a CI workflow')
    .description('Write a target file, a list of known failures and a CI workflow for a target, and try some cases.')
    .option('--role <role>', 'role of the target, such as mcp/server')
    .option('--url <url>', 'where the target listens; a command after `--` starts it', once)
    .addOption(
      oneOf(new Option('--transport <name>', 'how the target is spoken to; all tries each'), [
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
    );
  startedWith(init)
    .option('--slow <factor>', 'factor on every time budget', factor, 1)
    .option('--play', 'run every case instead of a few, and list what the target does not show', false)
    .option('-y, --yes', 'use the first command that the project names, without asking', false)
    .action(act);
}

/** Adds `doctor`. */
export function addDoctor(root: Command, act: (options: Line<DoctorArguments>) => Promise<void>): void {
  const doctor = root
    .command('doctor')
    .summary('Check this machine, and what your target answers')
    .description(
      'Check that Proctor has what it needs of this machine, and start the target of ./proctor.yaml, or the one named. What it prints is made for bug reports.',
    );
  startedWith(named(doctor))
    .option('--version <version>', 'protocol version, as in the schemas')
    .option('--json', 'as JSON', false)
    .action(act);
}

/** Adds `surface`. */
export function addSurface(
  root: Command,
  act: (file: string | undefined, options: Line<SurfaceArguments>) => Promise<void>,
): void {
  const surface = root
    .command('surface')
    .summary('Save what your target offers, and compare it in CI')
    .description(
      'Ask a target what it offers: tools, resources, prompts, modes, settings, commands, skills. Nothing that it offers is used. Save it for review, or compare it: exit 1 if something was removed or is breaking.',
    )
    .argument('[target]', 'target file (default: proctor.yaml or proctor.yml in this folder)');
  startedWith(named(surface))
    .option('--version <version>', 'protocol version, as in the schemas')
    .option('--slow <factor>', 'multiply every budget of time', factor, 1)
    .option('--save <file>', 'write what it offers: YAML, or JSON if the file is called .json', once)
    .option('--against <file>', 'compare it with what --save wrote', once)
    .option('--allow', 'exit 0 whatever changed')
    .option('--json', 'as JSON', false)
    .action(act);
}
