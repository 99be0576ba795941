import { writeWhole } from '../../../../reports/output.js';
import { Redactor, redact } from '../../../../reports/redact.js';
import { messageLine } from '../../../../reports/text/message-line.js';
import { styleFor } from '../../../../reports/text/style.js';
import type { MockOptions } from '../../../../src/conversation/role-entry.js';
import { plainCause } from '../../../../src/files/cause.js';
import { type OutputFile, openOutput } from '../../../../src/files/output.js';
import type * as Report from '../../../../src/generated/types/report-v1.js';
import { jsonText } from '../../../../src/json/json-escapes.js';
import type { MessageSummaries } from '../../../../src/language/message-summary.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import { summariesOf } from '../../../../src/protocols/index.js';
import { recordJson } from '../../../../src/recording/record-json.js';
import type { Finding } from '../../../../src/watch/finding.js';
import type { Border } from '../../../../src/wire/carried.js';
import type { Clock } from '../../../../src/wire/clock/clock.js';
import { secrets, stderr } from '../../../../src/wire/output.js';
import { startPeer } from '../../../../src/wire/process/stdio.js';
import type { Reporter } from '../../../events.js';
import type { MockMessage } from '../../../live/mock-message.js';
import { openWatch } from '../../../live/open-watch.js';
import { FileError } from '../../../load/script.js';
import { nameOf } from '../../../load/target/target-argv.js';
import { protocolOf } from '../../../profiles.js';
import type { Corpus } from '../../../types.js';
import { atSuddenEnd } from '../../ending/sudden-end.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { shellWords, UsageError } from '../../support/print.js';
import { closed, readSource, reportersOf } from '../../support/reporters.js';
import { version } from '../../support/version.js';

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
export async function watchMock(mock: string, options: MockArguments, clock: Clock, border: Border): Promise<Watching> {
  const corpus = await corpusOf(mock);
  const { script, fault, mutant } = options;
  const reporter = options.judge
    ? redact(secrets, await made(() => reportersOf(options.reporter ?? [], { readSource }, process.stderr)))
    : undefined;
  const log = options.log === undefined ? undefined : await logOf(options.log, mock, corpus);
  const { watch, report, header } = await openWatch({
    ...{ corpus, mock, clock },
    version: options.version,
    transport: options.transport,
    proctor: version,
    peer: peerName(mock, options),
    rerun: shellWords(commandOf(mock, options)),
    isOurs: (script ?? fault ?? mutant) === undefined,
    onMessage: log?.message,
  });
  log?.begin(header);
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
  return command === undefined || command.length === 0 ? `whoever speaks with ${mock}` : nameOf(command);
}

/** The command that does it again. */
function commandOf(mock: string, options: MockArguments): string[] {
  const words = ['npx', 'proctor', 'mock', mock, '--judge'];
  for (const name of ['script', 'fault', 'mutant', 'version'] as const)
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

const redactor = new Redactor(secrets);

interface MessageLog {
  begin(header: Report.RecordingHeader): void;
  message(message: MockMessage): void;
  /** Ends it; `target` says that the mock has given up on its peer. Returns why it is not whole, where it is not. */
  end(ended: 'target' | 'cut'): string | undefined;
}

/** What `--log` is given for whole messages on stderr. A file of this name is `./full`. */
const FULL = 'full';

async function logOf(to: string | true, mock: string, corpus: Corpus): Promise<MessageLog> {
  const levelOf = (finding: Finding) => corpus.requirements.get(finding.requirement)?.level ?? 'must';
  if (to === true || to === FULL) return lines(levelOf, await summariesOf(mock), to === FULL);
  if (to.startsWith(`${FULL}=`)) {
    const file = to.slice(FULL.length + 1);
    throw new FileError(
      `proctor: a log in a file has whole messages: write --log=${file}, and read it by \`proctor log --full ${file}\``,
    );
  }
  return ndjson(to, levelOf);
}

type LevelOf = (finding: Finding) => Report.Finding['level'];

/** A line a message on stderr, for people. */
function lines(levelOf: LevelOf, summaries: MessageSummaries, full: boolean): MessageLog {
  const context = {
    ...{ style: styleFor(stderr.color), summaries, full },
    width: Math.max(60, stderr.columns ?? 120),
  };
  return {
    begin: () => undefined,
    message: ({ record, findings }) => {
      const remarks = findings.map((finding) => {
        const { requirement, message, blame } = finding;
        const level = levelOf(finding);
        return { requirement, message, level, isMust: level === 'must', isOwn: blame === 'kit' };
      });
      stderr.write(`${messageLine(redactor.record(record), remarks, context)}\n`);
    },
    end: () => undefined,
  };
}

/** A recording: `RecordingHeader`, a `LoggedMessage` for each message, and `RecordingFooter` of `schemas/report`, one a line. */
function ndjson(file: string, levelOf: LevelOf): MessageLog {
  let log: OutputFile;
  try {
    log = openOutput(file);
  } catch (error) {
    throw new FileError(`proctor: the log ${file} can't be written: ${plainCause(error)}`);
  }
  let over = false;
  let problem: string | undefined;
  let messages = 0;
  const write = (line: Report.RecordingHeader | Report.LoggedMessage | Report.RecordingFooter) => {
    if (over) return;
    try {
      writeWhole(log.descriptor, `${jsonText(line as never)}\n`);
    } catch (error) {
      over = true;
      problem = `the log ${file} can't be written: ${plainCause(error)}`;
    }
  };
  return {
    begin: write,
    message: ({ session, record, findings }) => {
      messages++;
      write({
        type: 'message',
        session,
        record: recordJson(redactor.record(record)),
        findings: findings.map((finding) => {
          const { rule, requirement, blame, label, message, path, expected, actual } = finding;
          return {
            ...{ rule, requirement, level: levelOf(finding), blame, label },
            ...secrets.value({
              message,
              ...(path === undefined ? {} : { path }),
              ...(expected === undefined ? {} : { expected }),
              ...(actual === undefined ? {} : { actual }),
            }),
          };
        }),
      });
    },
    end: (ended) => {
      write({ type: 'footer', messages, ...(ended === 'cut' ? {} : { ended }) });
      over = true;
      log.close();
      return problem;
    },
  };
}
