import { closeSync, openSync, writeSync } from 'node:fs';
import { messageLine } from '../../reports/message-line.js';
import { recordJson } from '../../reports/record.js';
import { styleFor } from '../../reports/style.js';
import { jsonText } from '../../reports/value.js';
import type { MockOptions } from '../../src/conversation/role-entry.js';
import type * as Report from '../../src/generated/types/report-v1.js';
import type { MockArguments } from '../../src/mock/line.js';
import { roleEntry } from '../../src/protocols/index.js';
import type { Finding } from '../../src/watch/finding.js';
import type { Border } from '../../src/wire/carried.js';
import type { Clock } from '../../src/wire/clock/clock.js';
import { startPeer } from '../../src/wire/process/stdio.js';
import { FileError } from '../load/script.js';
import { nameOf } from '../load/target-argv.js';
import { type MockMessage, MockWatch } from '../mock/mock-watch.js';
import { peerRole } from '../mock/peer-role.js';
import { reportMock } from '../mock/report.js';
import { wireCases } from '../plan/plan.js';
import { protocolOf } from '../profiles.js';
import { loadRoleProtocol } from '../run/role-protocol.js';
import type { Corpus } from '../types.js';
import { packageCorpus } from './package-corpus.js';
import { shellWords, UsageError } from './print.js';
import { closed, readSource, reportersOf } from './reporters.js';
import { version } from './version.js';

/** What `--log` and `--judge` make of a mock. */
export interface Watching {
  border: Border;
  /** What else the mock is told. */
  options: Pick<MockOptions, 'spawn' | 'warn'>;
  /** Ends the log and, with `--judge`, reports. Returns the exit code, where the mock itself ended with `exit`. */
  finish(exit: number): Promise<number>;
}

/**
 * Watches a mock by the wire rules of its peer's role. Throws FileError for a log that can't be written and for a reporter that does
 * not exist.
 */
export async function watchMock(mock: string, options: MockArguments, clock: Clock, border: Border): Promise<Watching> {
  const entry = (await roleEntry(mock))!;
  const corpus = await corpusOf(mock);
  const role = peerRole(corpus, mock)!;
  const name = options.version ?? entry.version;
  const protocol = await loadRoleProtocol(corpus, role, name);
  const { transport } = options;
  const began = clock.now();
  const startedAt = new Date().toISOString();
  const reporter = options.judge
    ? made(() => reportersOf(options.reporter ?? [], { readSource }, process.stderr))
    : undefined;
  const log = options.log === undefined ? undefined : logOf(options.log, corpus);
  const sessions = entry.sessions ?? (await roleEntry(role.role))?.sessions;
  const watch = new MockWatch({
    ...{ corpus, role, protocol, transport, clock },
    ...(sessions ? { sessions } : {}),
    ...(log ? { onMessage: log.message } : {}),
  });
  /** What a user wrote, and what was broken on purpose, is no defect of the kit. */
  const isOurs = (options.script ?? options.fault ?? options.mutant) === undefined;
  return {
    border: watch.border(border),
    options: options.log === undefined ? {} : passingOn,
    finish: async (exit) => {
      log?.end();
      if (!reporter) return exit;
      const judged = reportMock(
        watch,
        {
          proctor: version,
          startedAt,
          durationMs: clock.now() - began,
          target: { name: peerName(mock, options), role: role.role, transport, version: name },
          rerun: shellWords(commandOf(mock, options)),
          rules: wireCases(corpus, role.role, name, [transport]),
          strict: false,
          own: isOurs ? watch.ownFindings().map(ownText) : [],
        },
        (event) => reporter.event(event),
      );
      return closed(reporter, judged === 0 ? exit : judged);
    },
  };
}

/** What lets a person read what the program behind `--` says on stderr, as it comes. */
const passingOn: Watching['options'] = {
  spawn: (argv, cwd) => startPeer(argv, cwd, (chunk) => void process.stderr.write(chunk)),
  warn: () => undefined,
};

async function corpusOf(mock: string): Promise<Corpus> {
  const { corpus, problems } = await packageCorpus({ needed: [protocolOf(mock)] });
  if (problems.length > 0) throw FileError.of(problems);
  return corpus;
}

function made<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof UsageError ? new FileError(`proctor: ${error.message}`) : error;
  }
}

function peerName(mock: string, { command }: MockArguments): string {
  return command === undefined || command.length === 0 ? `whoever speaks with ${mock}` : nameOf(command);
}

function ownText({ requirement, message, record }: Finding): string {
  return `a message of the mock itself broke ${requirement} (message ${record.seq}): ${message}`;
}

/** The command that does it again. */
function commandOf(mock: string, options: MockArguments): string[] {
  const words = ['npx', 'proctor', 'mock', mock, '--judge'];
  for (const name of ['script', 'fault', 'mutant', 'version'] as const)
    if (options[name] !== undefined) words.push(`--${name}`, options[name]);
  if (options.transport !== 'stdio') words.push('--transport', options.transport);
  if (options.port > 0) words.push('--port', String(options.port));
  if (options.permissive !== undefined) words.push('--permissive');
  if (typeof options.permissive === 'string') words.push(options.permissive);
  return options.command ? [...words, '--', ...options.command] : words;
}

interface MessageLog {
  message(message: MockMessage): void;
  end(): void;
}

function logOf(to: string | true, corpus: Corpus): MessageLog {
  const levelOf = (finding: Finding) => corpus.requirements.get(finding.requirement)?.level ?? 'must';
  return to === true ? lines(levelOf) : ndjson(to, levelOf);
}

type LevelOf = (finding: Finding) => Report.Finding['level'];

/** A line a message on stderr, for people. */
function lines(levelOf: LevelOf): MessageLog {
  const { stderr } = process;
  const context = {
    style: styleFor(stderr.isTTY === true && !process.env.NO_COLOR),
    width: Math.max(60, stderr.columns ?? 120),
  };
  return {
    message: ({ record, findings }) => {
      const remarks = findings.map((finding) => {
        const { requirement, message, blame } = finding;
        const level = levelOf(finding);
        return { requirement, message, level, isMust: level === 'must', isOwn: blame === 'kit' };
      });
      stderr.write(`${messageLine(record, remarks, context)}\n`);
    },
    end: () => undefined,
  };
}

/** A line of JSON a message, in a file: see `LoggedMessage` in `schemas/report`. */
function ndjson(file: string, levelOf: LevelOf): MessageLog {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'w');
  } catch (error) {
    throw new FileError(`proctor: the log ${file} can't be written: ${(error as Error).message}`);
  }
  return {
    message: ({ record, findings }) => {
      const line: Report.LoggedMessage = {
        type: 'message',
        record: recordJson(record),
        findings: findings.map((finding) => {
          const { rule, requirement, blame, label, message, path, expected, actual } = finding;
          return {
            ...{ rule, requirement, level: levelOf(finding), blame, label, message },
            ...(path === undefined ? {} : { path }),
            ...(expected === undefined ? {} : { expected }),
            ...(actual === undefined ? {} : { actual }),
          };
        }),
      };
      writeSync(descriptor, `${jsonText(line as never)}\n`);
    },
    end: () => closeSync(descriptor),
  };
}
