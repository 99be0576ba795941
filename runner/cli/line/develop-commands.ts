import { type Command, Option } from 'commander';
import { MOCK_TRANSPORTS, type MockArguments, usualTransport } from '../../../src/mock/line.js';
import { roles } from '../../../src/protocols/index.js';
import type { InspectArguments } from '../commands/inspect/serve-inspector.js';
import type { NewArguments } from '../commands/new/new.js';
import type { ProxyArguments } from '../commands/proxy/proxy.js';
import type { RecordArguments } from '../commands/record/record.js';
import { addText } from './help.js';
import { hostOption, inspectOption } from './inspect-options.js';
import { collect, duration, once, oneOf, port } from './parsers.js';

/** What a mock does on the machine of its user. */
const REACH = `
A mock touches files below its working directory alone, and starts programs for a peer over stdio alone, unless its script says otherwise (files, programs). acp/client and harn/client allow whatever the agent asks permission for; to deny it, write this line in the script:

  permissions: [{ tool: "*", answer: reject }]`;

/** How files answer in place of a mock. */
const FILES = `
Answers from a recording or by rules:
  proctor mock mcp/server --replay session.ndjson
      answers each request as the recording does
  proctor mock mcp/server --replay session.ndjson --replay-mode update
      answers what is new itself, and adds it to the recording
  proctor mock mcp/server --answers answers.yaml
      answers by rules, and what no rule is for as usual
  proctor mock acp/agent --answers answers.yaml --unplanned error
      refuses what no rule is for`;

/** Adds `mock`. Its plain lines are read by `readMockLine`, to the same effect. */
export function addMock(root: Command, act: (role: string, options: MockArguments) => void | Promise<void>): void {
  const command = root
    .command('mock')
    .summary("Run Proctor's side of a protocol as a process")
    .description('Run the reference of a role as a process; a client or host starts the program after `--`.')
    .argument('<role>', Object.keys(roles).join(', '))
    .option('--script <file>', 'what it offers and answers (YAML); what is saved while it runs holds at once')
    .option(
      '--like [url]',
      'write a script that offers what a real server has, at this address or started by the command after `--`; to stdout, or into the file of --script',
    )
    .option('--answers <file>', 'rules that answer in its place (YAML); what is saved while it runs holds at once')
    .option('--replay <file>', 'a recording that answers in its place')
    .addOption(
      oneOf(
        new Option(
          '--replay-mode <mode>',
          'record: write the recording; update: add what it lacks (default: playback)',
        ),
        ['playback', 'record', 'update'],
      ),
    )
    .addOption(
      oneOf(
        new Option(
          '--unplanned <what>',
          'what becomes of requests that no file answers (default: error with --replay, else reference)',
        ),
        ['error', 'warn', 'reference'],
      ),
    )
    .option('--fault <file>', 'fault rules to apply (YAML)')
    .option('--mutant <id>', 'a mutant of the catalogue')
    .addOption(
      oneOf(
        new Option(
          '--transport <name>',
          'how it is reached; by default stdio, with --url, --auth or --auth-issuer http',
        ),
        MOCK_TRANSPORTS,
      ),
    )
    .option(
      '--version <version>',
      'protocol version that it speaks; by default that of a run without --version; a2a/server serves both as in 0.3.0,1.0.1',
      once,
    )
    .option('--port <n>', 'port to listen on; 0 lets the machine choose', port, 0)
    .option(
      '--token [token]',
      'answer only those who have the URL that is printed: it holds this token, or a random one',
    )
    .option('--url <url>', 'the server that a client connects to over HTTP')
    .option(
      '--permissive [names]',
      'do what the specification allows and few implementations show: the usual variants, or those named, as in a,b',
    )
    .option(
      '--log [file]',
      'every message as it passes, with what is wrong: on stderr, whole with --log=full, or as JSON lines in a file',
    )
    .option('--prompt <text>', 'what a client or host says to its agent; may be given several times', collect)
    .option('--chat', 'say to the agent what is typed, a line at a time; what it says appears on stderr')
    .option('--allow', 'with --prompt or --chat: grant what the agent asks permission for; otherwise it is denied')
    .option('--judge', 'report at the end what the peer broke; exit 1 if that was a must')
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
    .addOption(inspectOption())
    .addOption(hostOption())
    .option('--step', 'with --inspect: time stands still until it is moved on the page')
    .addOption(new Option('--clock <url>', 'take the time from Proctor').hideHelp())
    .addOption(new Option('--border-log <file>', 'write down what crosses the border').hideHelp())
    .action((role: string, options: MockArguments) =>
      act(role, {
        ...options,
        transport: options.transport ?? usualTransport(options.url, (options.auth ?? options.authIssuer) !== undefined),
      }),
    );
  addText(command, FILES);
  addText(command, REACH);
}

/** What `wrap` takes. */
const HOSTS = `
wrap takes the servers of .mcp.json, Claude Desktop, VS Code (mcp.json and settings), Cursor, and Zed, and passes --role, --version, --fault, --record, --inspect, --log, --fail-on and --reporter on. \`proctor inspect\` lists their pages. Comments and formatting stay, and unwrap brings back each byte.`;

/** Adds `proxy`. */
export function addProxy(
  root: Command,
  act: (words: string[], options: Omit<ProxyArguments, 'command'>) => Promise<void>,
): void {
  const command = root
    .command('proxy')
    .summary('Stand between a client and a server, and judge both')
    .description(
      'Pass messages between a client and a server as they are, and show which break a rule. A command after `--` is started, and spoken to over stdin and stdout.',
    )
    .argument('[words...]', 'wrap FILE [SERVER...] puts it into the configuration of a host, unwrap FILE takes it out')
    .addOption(new Option('--wrapped <how>', 'written by wrap').hideHelp())
    .option(
      '--role <role>',
      'what is behind the proxy, such as mcp/server; or who is before it, such as mcp/client',
      once,
    )
    .option('--url <url>', 'where the server listens: http, https, ws or wss', once)
    .addOption(
      oneOf(new Option('--transport <name>', 'with --url: what is judged (default: as the URL says)'), [
        'http',
        'ws',
        'rest',
      ]),
    )
    .option('--port <n>', 'with --url: port to listen on, 0 picks one', port, 0)
    .option('--version <version>', 'protocol version to judge by', once)
    .option('--fault <file>', 'YAML file of faults: what the role does wrong', once)
    .option('--record <file>', 'write a recording', once)
    .addOption(inspectOption())
    .addOption(hostOption())
    .option('--log [file]', 'show each message on stderr, or write a recording; `full` shows whole messages')
    .addOption(
      oneOf(new Option('--fail-on <level>', 'exit 1 if a requirement of this level is broken'), [
        'must',
        'should',
        'any',
      ]),
    )
    .option('--reporter <name[=file]>', 'report at the end, as for a run; may be given several times', collect, [])
    .action(act);
  addText(command, HOSTS);
}

/** Adds `record`. */
export function addRecord(
  root: Command,
  act: (action: string, file: string, options: RecordArguments) => Promise<void>,
): void {
  root
    .command('record')
    .summary('Make a case, a script, a page or a HAR file of a recording')
    .description(
      'Make something of a recording: a case that holds the server to what it said, or on stdout the script of a mock, a page that needs no Proctor (HTML) or a HAR file.',
    )
    .addArgument(oneOf(root.createArgument('<what>', 'what it becomes'), ['to-case', 'to-script', 'to-html', 'to-har']))
    .argument('<file>', 'the recording, - for stdin; for to-html also a report (json or ndjson)')
    .option('--id <id>', 'to-case: id of the case, such as shop.session.first', once)
    .option('--title <text>', 'to-case: what holds, in one sentence', once)
    .option('--requirement <id>', 'to-case: an existing requirement (default: writes a new one)', once)
    .option('--as <role>', 'to-script: whose script (default: the server)', once)
    .option('--folder <path>', 'to-case: where it goes (default: as for `new`)', once)
    .action(act);
}

/** Adds `inspect`. */
export function addInspect(
  root: Command,
  act: (file: string | undefined, options: InspectArguments) => Promise<void>,
): void {
  root
    .command('inspect')
    .summary('Show a recording or a report on a page')
    .description(
      'Serve a page that shows a recording, or the messages of a report (json or ndjson), until you end it. Without a file: list the pages that are open now.',
    )
    .argument('[file]', 'what `--record`, `--log=FILE` or `--reporter json=FILE` wrote, - for stdin')
    .option('--port <n>', 'port to listen on, 0 picks one', port, 0)
    .addOption(hostOption())
    .action((file: string | undefined, { port, ...options }: { port: number; host?: string }) =>
      act(file, { ...options, inspect: port }),
    );
}

/** Adds `log`. */
export function addLog(
  root: Command,
  act: (file: string, options: { follow: boolean; full: boolean }) => Promise<void>,
): void {
  root
    .command('log')
    .summary('Show a recording as people read it')
    .description('Show what `mock --log=FILE` or `proxy --record FILE` wrote as people read it.')
    .argument('<file>', 'the recording, - for stdin')
    .option('-f, --follow', 'wait for what the mock writes later, until it ends', false)
    .option('--full', 'whole messages', false)
    .action(act);
}

/** Adds `new`. */
export function addNew(root: Command, act: (what: string, id: string, options: NewArguments) => Promise<void>): void {
  root
    .command('new')
    .summary('Write your own case, ready to run')
    .description('Write your own case, ready to run.')
    .addArgument(oneOf(root.createArgument('<what>', 'what to write'), ['case']))
    .argument('<id>', 'its id, such as orders.export.rows: the second last part names the file')
    .option('--role <role>', 'what the target plays (default: what ./proctor.yaml says)', once)
    .option('--title <text>', 'what holds, in one sentence', once)
    .option('--requirement <id>', 'an existing requirement (default: writes a new one)', once)
    .option('--folder <path>', 'where it goes (default: `cases` of ./proctor.yaml, else conformance)', once)
    .action(act);
}

/** Adds `validate`. */
export function addValidate(
  root: Command,
  act: (what: string, files: string[], options: { json: boolean; version?: string }) => Promise<void>,
): void {
  root
    .command('validate')
    .summary('Check messages, recordings, cards or files against schemas')
    .description('Validate messages or recordings of a role, agent cards, files of a schema, or the corpus.')
    .argument('<role|schema>', 'such as mcp/server, mcp/2025-11-25/Tool, a2a/card, case, target, corpus')
    .argument('<file...>', 'files, - for stdin; for agent cards also addresses')
    .option(
      '--version <version>',
      'of the protocol, for messages and cards (default: what they say themselves, else the usual one)',
    )
    .option('--json', 'as JSON', false)
    .action(act);
}
