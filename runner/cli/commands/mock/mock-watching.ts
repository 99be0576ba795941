import { redact } from '../../../../reports/redact.js';
import type { MockOptions } from '../../../../src/conversation/role-entry.js';
import type { Header } from '../../../../src/generated/types/recording-v1.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import type { Border } from '../../../../src/wire/carried.js';
import type { Clock } from '../../../../src/wire/clock/clock.js';
import { secrets, stderr } from '../../../../src/wire/output.js';
import { startPeer } from '../../../../src/wire/process/stdio.js';
import type { Reporter } from '../../../events.js';
import { logOf } from '../../../live/message-log.js';
import { openWatch } from '../../../live/open-watch.js';
import { FileError } from '../../../load/script.js';
import { nameOf } from '../../../load/target/target-argv.js';
import { protocolOf } from '../../../profiles.js';
import type { Corpus } from '../../../types.js';
import { atSuddenEnd } from '../../ending/sudden-end.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { shellWords, UsageError } from '../../support/print.js';
import { withProfile } from '../../support/profile.js';
import { closed, readSource, reportersOf } from '../../support/reporters.js';
import { version } from '../../support/version.js';
import type { MockInspection } from './mock-inspect.js';

/** What `--log` and `--judge` make of a mock. */
export interface Watching {
  border: Border;
  /** What else the mock is told. */
  options: Pick<MockOptions, 'spawn' | 'warn'>;
  /** The mock leaves, because a signal says so: nobody owes it an answer any more. */
  leave(): void;
  /** Ends the log and, with `--judge`, reports. Returns the exit code, where the mock itself ended with `exit`. */
  finish(exit: number): Promise<number>;
}

/**
 * Watches a mock by the wire rules of its peer's role. Throws FileError for a log that can't be written and for a reporter that does
 * not exist.
 */
export async function watchMock(
  mock: string,
  options: MockArguments,
  clock: Clock,
  border: Border,
  inspection?: MockInspection,
): Promise<Watching> {
  const corpus = await corpusOf(mock);
  const { script, fault, mutant, answers, replay } = options;
  const reporter = options.judge
    ? redact(secrets, await made(() => reportersOf(options.reporter ?? [], { readSource }, process.stderr)))
    : undefined;
  const log = options.log === undefined ? undefined : await logOf(options.log, mock, corpus);
  const rerun = shellWords(commandOf(mock, options));
  const { watch, report, header, rules } = await openWatch({
    ...{ corpus: options.judge ? withProfile(corpus) : corpus, mock, clock },
    version: options.version,
    transport: options.transport,
    proctor: version,
    peer: peerName(mock, options),
    rerun,
    // A person may switch faults while it runs.
    isOurs: (script ?? fault ?? mutant ?? answers ?? replay ?? inspection) === undefined,
    onMessage: (message) => {
      log?.message(message);
      inspection?.message(message);
    },
    byHand: inspection?.byHand,
  });
  const started = { ...header, ...startedOf(options) };
  log?.begin(started);
  await inspection?.begin({ corpus, header: started, again: rerun, rules });
  let left = false;
  const take = atSuddenEnd((end) => {
    log?.end('cut');
    if (!reporter) return undefined;
    report((event) => {
      if (event.type !== 'run.finished') return reporter.event(event);
      const { exit, interrupted, message, detail } = end;
      reporter.event({ type: 'problem', message, exit, ...(detail === undefined ? {} : { detail }) });
      reporter.event({ ...event, exit, interrupted });
    });
    return reporter.close();
  });
  return {
    border: watch.border(border),
    options: options.log === undefined ? {} : passingOn,
    leave: () => {
      left = true;
      watch.leave();
    },
    finish: async (exit) => {
      take();
      // A mock that fails by itself gave up on its peer.
      const ended = exit === 0 || left ? 'cut' : 'target';
      watch.end(ended);
      const problem = log?.end(ended);
      if (problem !== undefined) stderr.write(`proctor: ${problem}\n`);
      const kept = problem === undefined ? exit : 2;
      if (!reporter) return kept;
      const judged = report((event) => reporter.event(event));
      return closed(reporter, kept === 2 || judged === 0 ? kept : judged);
    },
  };
}

/** What a recording says of how it came about. */
const startedOf = ({ command, url, clock }: MockArguments): Partial<Header> => ({
  ...(command && command.length > 0 ? { command: [...command] } : {}),
  ...(url === undefined ? {} : { url }),
  clock: clock === undefined ? 'real' : 'virtual',
});

/** What lets a person read what the program behind `--` says on stderr, as it comes. */
const passingOn: Watching['options'] = {
  spawn: (argv, cwd) => startPeer(argv, cwd, (chunk) => stderr.pass(chunk)),
  warn: () => undefined,
};

async function corpusOf(mock: string): Promise<Corpus> {
  const { corpus, problems } = await packageCorpus({ needed: [protocolOf(mock)] });
  if (problems.length > 0) throw FileError.of(problems);
  return corpus;
}

async function made(make: () => Promise<Reporter>): Promise<Reporter> {
  try {
    return await make();
  } catch (error) {
    throw error instanceof UsageError ? new FileError(`proctor: ${error.message}`) : error;
  }
}

function peerName(mock: string, { command }: MockArguments): string {
  return command === undefined || command.length === 0 ? `the peer of ${mock}` : nameOf(command);
}

/** The command that does it again. */
function commandOf(mock: string, options: MockArguments): string[] {
  const words = ['npx', 'proctor', 'mock', mock, '--judge'];
  for (const name of ['script', 'answers', 'replay', 'fault', 'mutant', 'version'] as const)
    if (options[name] !== undefined) words.push(`--${name}`, options[name]);
  if (options.transport !== 'stdio') words.push('--transport', options.transport);
  if (options.port > 0) words.push('--port', String(options.port));
  // Another one, which nobody knows from here.
  if (options.token !== undefined) words.push('--token');
  if (options.auth !== undefined) words.push(options.auth === true ? '--auth' : `--auth=${options.auth}`);
  if (options.permissive !== undefined) words.push('--permissive');
  if (typeof options.permissive === 'string') words.push(options.permissive);
  return options.command ? [...words, '--', ...options.command] : words;
}
