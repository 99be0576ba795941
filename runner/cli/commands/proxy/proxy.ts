import { constants } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { redact } from '../../../../reports/redact.js';
import { count } from '../../../../reports/text/words.js';
import { notSpoken } from '../../../../src/conversation/role-entry.js';
import { secretsInUrl, secretsInWords } from '../../../../src/json/secrets/credentials.js';
import { noSuch } from '../../../../src/json/suggest.js';
import type { TransportName } from '../../../../src/language/target.js';
import { roleEntry } from '../../../../src/protocols/index.js';
import { type RunningProxy, startProxy } from '../../../../src/proxy/proxy.js';
import type { ExitInfo } from '../../../../src/wire/carried.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { mockLimits } from '../../../../src/wire/limits.js';
import { secrets, stderr, stdout } from '../../../../src/wire/output.js';
import type { Reporter } from '../../../events.js';
import { logOf, type MessageLog, recordingTo, shownFindings } from '../../../live/message-log.js';
import { type FailOn, fails, openProxyWatch, type ProxyWatch } from '../../../live/proxy-watch.js';
import { FileError } from '../../../load/script.js';
import { nameOf } from '../../../load/target/target-argv.js';
import { protocolOf } from '../../../profiles.js';
import type { Corpus } from '../../../types.js';
import { installLastResort } from '../../ending/last-resort.js';
import { SIGNALS } from '../../ending/signals.js';
import { atSuddenEnd } from '../../ending/sudden-end.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { shellWords, UsageError } from '../../support/print.js';
import { withProfile } from '../../support/profile.js';
import { closed, readSource, reportersOf } from '../../support/reporters.js';
import { version as proctor } from '../../support/version.js';
import { assertInspected, type InspectArguments } from '../inspect/serve-inspector.js';
import { readFaults, readLiveFaults } from '../mock/mock-faults.js';
import { hintAtLogins } from './login-hint.js';
import { inspectProxy, type ProxyInspection } from './proxy-inspect.js';
import { wrapCommand } from './wrap.js';

/** What `proctor proxy` may be told, as the command line says it. */
export interface ProxyArguments extends InspectArguments {
  role?: string;
  /** Where the server is that clients are passed on to. */
  url?: string;
  /** How the server at `url` is spoken to. Default: as its scheme says. */
  transport?: 'http' | 'ws' | 'rest';
  port: number;
  version?: string;
  fault?: string;
  record?: string;
  /** Shows every message: true for a line each on stderr, a name for a recording. */
  log?: string | true;
  failOn?: FailOn;
  reporter?: string[];
  /** The command after `--`. */
  command?: readonly string[];
}

/** ms of real time for what was said to leave, once a signal has ended the proxy over HTTP. */
const LAST_WORDS = 500;

/** `proctor proxy`: passes messages on between a client and a server until both are done. Resolves with the exit code. */
export async function proxyCommand(options: ProxyArguments, words: readonly string[] = []): Promise<number> {
  installLastResort();
  const [action, file, ...names] = words;
  const { command = [], url = '' } = options;
  secrets.add([...secretsInWords(command), ...secretsInUrl(url)]);
  try {
    if (action !== undefined) {
      if (action !== 'wrap' && action !== 'unwrap')
        throw new UsageError(`unknown action ${action}: write wrap FILE or unwrap FILE, or a command after \`--\``);
      if (file === undefined) throw new UsageError(`${action}: no file: name the configuration of your host`);
      return wrapCommand(action, { file, names, role: options.role, options: (name) => passedOptions(options, name) });
    }
    return await proxied(await openSession(options), options);
  } catch (error) {
    if (!isPlain(error)) throw error;
    const isOurs = ['UsageError', 'StartError', 'PortError'].includes(error.name);
    stderr.write(`${isOurs ? 'proctor: ' : ''}${error.message}\n`);
    return 2;
  }
}

/** What `wrap` writes of the options, as every start of the server has them. With a name, files have it in theirs. */
function passedOptions({ version, fault, record, log, failOn, inspect, reporter = [] }: ProxyArguments, name?: string) {
  // A host starts servers in a folder of its own.
  const own = (file: string) => resolve(name === undefined ? file : namedFile(file, name));
  const given = {
    ...{ version, 'fail-on': failOn },
    fault: fault && resolve(fault),
    record: record && own(record),
  };
  const words = Object.entries(given).flatMap(([option, value]) => (value === undefined ? [] : [`--${option}`, value]));
  const logged = log === undefined ? [] : [log === true ? '--log' : `--log=${isFile(log) ? own(log) : log}`];
  // Several proxies can't have one port.
  const inspected = inspect === undefined ? [] : ['--inspect'];
  const reported = reporter.flatMap((one) => {
    const [kind, ...file] = one.split('=');
    return ['--reporter', file.length === 0 ? one : `${kind}=${own(file.join('='))}`];
  });
  return [...words, ...inspected, ...logged, ...reported];
}

/** `session.ndjson` for the server `files`: `session-files.ndjson`. */
function namedFile(file: string, server: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${server.replaceAll(/[^\w.-]+/g, '_')}${ext}`);
}

interface Session {
  watch: ProxyWatch;
  logs: MessageLog[];
  reporter: Reporter | undefined;
  faults: Awaited<ReturnType<typeof readFaults>>;
  inspection: ProxyInspection | undefined;
  /** Ends this process, as a fault demands. */
  exits: { leave(info: ExitInfo): void };
}

async function openSession(options: ProxyArguments): Promise<Session> {
  assertInspected(options);
  const { role: name, command, url } = options;
  if (name === undefined) throw new UsageError('no role: say what is behind the proxy, such as `--role mcp/server`');
  const transport = transportOf(options);
  const corpus = await corpusOf(name);
  const role = corpus.roles.get(name)!;
  await assertSpoken(role.role, transport, options.version);
  const exits: Session['exits'] = { leave: () => undefined };
  const read = options.inspect === undefined ? readFaults : readLiveFaults;
  const faults = await read(options, role.role, realClock, (info) => exits.leave(info));
  const [named] = faults?.switches ?? [];
  if (named !== undefined)
    throw new FileError(`proctor: the switch ${named} is one of our own references; start it by \`proctor mock\``);
  const { log, record, reporter: reporters = [] } = options;
  const logs: MessageLog[] = [];
  let inspection: ProxyInspection | undefined;
  if (record !== undefined) logs.push(recordingTo(record, corpus));
  if (log !== undefined) logs.push(await logOf(log, role.role, corpus));
  if (log === undefined || isFile(log)) logs.push(await shownFindings(role.role, corpus));
  const reporter =
    reporters.length === 0 ? undefined : redact(secrets, await reportersOf(reporters, { readSource }, process.stderr));
  const watch = await openProxyWatch({
    ...{ corpus: reporter ? withProfile(corpus) : corpus, role, transport, proctor, clock: realClock },
    version: options.version,
    name: command?.length ? nameOf(command) : url!,
    rerun: shellWords(['npx', 'proctor', ...process.argv.slice(2)]),
    say: (line) => stderr.write(`proctor: ${line}\n`),
    isFaulty: () => faults !== undefined && (options.fault !== undefined || faults.acted()),
    onMessage: (message) => {
      for (const one of logs) one.message(message);
      inspection?.message(message);
    },
  });
  const started = command?.length ? { command: [...command] } : { url: url! };
  const header = { ...watch.header, ...started, clock: 'real' as const };
  for (const one of logs) one.begin(header);
  if (options.inspect !== undefined)
    inspection = await inspectProxy(header, options, {
      corpus,
      rules: watch.rules,
      ...(faults?.live ? { live: faults.live } : {}),
    });
  return { watch, logs, reporter, faults, exits, inspection };
}

const isFile = (log: string | true) => log !== true && log !== 'full';

async function proxied(session: Session, options: ProxyArguments): Promise<number> {
  const { watch, logs, reporter, faults, exits, inspection } = session;
  const { command, url, port, failOn } = options;
  const take = atSuddenEnd(({ exit }) => {
    for (const log of logs) log.end('cut');
    if (!reporter) return undefined;
    watch.report((event) => reporter.event(event), exit);
    return reporter.close();
  });
  let proxy: RunningProxy | undefined;
  let left: ExitInfo | undefined;
  exits.leave = (info) => {
    left = info;
    void proxy?.close();
  };
  const ended = endBySignal(() => proxy, command !== undefined && command.length > 0);
  proxy = await startProxy({
    ...(command?.length ? { to: { command }, serve: 'stdio' as const } : { to: { url: url! }, serve: { port } }),
    border: faults && watch.borderOf(faults.border),
    limits: mockLimits,
    tap: hintAtLogins(
      watch.tap,
      () => proxy?.url,
      (line) => stderr.write(`proctor: ${line}\n`),
    ),
    unreachable: sayUnreachable(url),
    // Whoever reads the server's stderr without us reads it as it is.
    stderr: (chunk) => process.stderr.write(chunk),
  });
  if (proxy.url !== undefined) stdout.write(`listening on ${proxy.url}\n`);
  inspection?.listening(proxy.url);
  ended.started();
  const exit = await proxy.done;
  take();
  watch.end();
  await inspection?.ended(exit, ended.isOver());
  faults?.report();
  const problems = logs.flatMap((log) => log.end('cut') ?? []);
  for (const problem of problems) stderr.write(`proctor: ${problem}\n`);
  const judged = judgement(watch, failOn);
  for (const line of judged.lines) stderr.write(`proctor: ${line}\n`);
  const own = problems.length > 0 ? 2 : judged.exit;
  if (reporter) {
    watch.report((event) => reporter.event(event), own);
    const wrong = await closed(reporter, own);
    if (wrong !== 0) return wrong;
  }
  return own === 0 ? passedOn(left ?? exit) : own;
}

/** What of the findings decides the exit code, and what to say of them. */
function judgement(watch: ProxyWatch, failOn: FailOn | undefined): { exit: number; lines: string[] } {
  const broken = watch.broken();
  const levels = (['must', 'should', 'may', 'derived'] as const).filter((level) => broken[level] > 0);
  const told = levels.map((level) => `${broken[level]} ${level}`).join(', ');
  const lines = told === '' ? [] : [`${count(watch.messages(), 'message')} judged: ${told} broken`];
  if (failOn === undefined) return { exit: 0, lines };
  if (watch.messages() === 0)
    return { exit: 1, lines: ['no message passed, so nothing was judged: is the proxy in the way of the client?'] };
  // A server that never answered has broken nothing, and shown nothing.
  const silent = watch.silent();
  lines.push(...silent.map((role) => `${role} sent nothing, so it was not judged`));
  return { exit: silent.length > 0 || fails(broken, failOn) ? 1 : 0, lines };
}

/** ms for which the same problem is not said again: a client that tries again and again would fill the screen. */
const SAID_FOR = 10_000;

/** Says on stderr that the server can't be reached. */
function sayUnreachable(url: string | undefined): (problem: string) => void {
  let last: { problem: string; at: number } | undefined;
  return (problem) => {
    const at = realClock.now();
    if (last?.problem === problem && at - last.at < SAID_FOR) return;
    last = { problem, at };
    stderr.write(`proctor: ${url} can't be reached: ${problem}\n`);
  };
}

/** The exit code of the server, or its signal: whoever started it by us shall see the same. */
function passedOn({ code, signal }: ExitInfo): number {
  if (signal === null) return code ?? 0;
  const name = signal as NodeJS.Signals;
  // Others would do something else with this process: start its debugger, or dump its memory.
  if (name !== 'SIGKILL' && !(SIGNALS as readonly string[]).includes(name)) return 128 + constants.signals[name];
  process.removeAllListeners(name);
  process.kill(process.pid, name);
  return 128 + constants.signals[name];
}

/** Over stdio signals go to the server, which decides. Over HTTP the first closes the proxy, and the second ends it at once. */
function endBySignal(proxy: () => RunningProxy | undefined, isStdio: boolean): { started(): void; isOver(): boolean } {
  const early: NodeJS.Signals[] = [];
  let isOver = false;
  const pass = (name: NodeJS.Signals) => {
    const running = proxy();
    if (running === undefined) early.push(name);
    else if (isStdio) {
      isOver = true;
      running.signal(name);
    } else if (isOver) process.exit(130);
    else {
      isOver = true;
      void running.close();
      setTimeout(() => process.exit(130), LAST_WORDS * 3).unref();
    }
  };
  for (const name of SIGNALS) process.on(name, pass);
  return { started: () => early.splice(0).forEach(pass), isOver: () => isOver };
}

function transportOf({ command, url, port, transport }: ProxyArguments): TransportName {
  if (command?.length) {
    if (url !== undefined) throw new UsageError('give a command after `--` or --url, not both');
    if (port > 0) throw new UsageError('--port is for --url: a command is spoken to over stdin and stdout');
    if (transport !== undefined) throw new UsageError('--transport is for --url: a command is spoken to over stdio');
    return 'stdio';
  }
  if (url === undefined)
    throw new UsageError(
      'no server: pass the command that starts it after `--`, e.g. proctor proxy --role mcp/server -- node server.js, or its address by --url',
    );
  const scheme = /^(https?|wss?):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(url))
    throw new UsageError(`--url ${url}: expected an address that begins with http://, https://, ws:// or wss://`);
  const found = scheme.startsWith('ws') ? 'ws' : 'http';
  if (transport === undefined || transport === found) return found;
  if (transport === 'rest' && found === 'http') return 'rest';
  throw new UsageError(`--transport ${transport}: ${url} is spoken to over ${found}`);
}

async function corpusOf(name: string): Promise<Corpus> {
  const { corpus, problems } = await packageCorpus({ needed: [protocolOf(name)] });
  if (problems.length > 0) throw FileError.of(problems);
  if (!corpus.roles.has(name)) throw new UsageError(noSuch('role', name, [...corpus.roles.keys()]));
  return corpus;
}

async function assertSpoken(role: string, transport: TransportName, version: string | undefined): Promise<void> {
  const entry = await roleEntry(role);
  const problem = entry && notSpoken(role, entry, transport, version);
  if (problem !== undefined) throw new UsageError(problem);
}

/** Errors whose message is all that a user needs. */
const isPlain = (error: unknown): error is Error =>
  error instanceof Error && ['FileError', 'PortError', 'StartError', 'UsageError'].includes(error.name);
