import { summaryLine } from '../../../../../reports/text/summary-line.js';
import type { RoleEntry } from '../../../../../src/conversation/role-entry.js';
import { replaceFile } from '../../../../../src/files/write.js';
import type { Json } from '../../../../../src/json/json.js';
import type { Secrets } from '../../../../../src/json/secrets/redact.js';
import { describe, parseSelector, type SelectContext } from '../../../../../src/language/selector.js';
import { answeringBorder } from '../../../../../src/mock/answering/border.js';
import { type AnswerSource, firstOf } from '../../../../../src/mock/answering/play.js';
import { type Unplanned, unplannedSource } from '../../../../../src/mock/answering/unplanned.js';
import { answersBy, type RuledAnswers } from '../../../../../src/mock/answers/answers.js';
import type { Rule } from '../../../../../src/mock/answers/compile.js';
import { type Appended, appendedTo } from '../../../../../src/mock/replay/appended.js';
import { type Replay, replay } from '../../../../../src/mock/replay/replay.js';
import { mockFactsOf, roleEntry, summariesOf } from '../../../../../src/protocols/index.js';
import { answersOnly, type Exchange, exchangesOf, sideOf } from '../../../../../src/recording/exchanges.js';
import type { Border } from '../../../../../src/wire/carried.js';
import type { Clock } from '../../../../../src/wire/clock/clock.js';
import { protocolOf } from '../../../../profiles.js';
import { packageCorpus } from '../../../support/package-corpus.js';
import { type RecordingFile, readRecordingFile } from '../../../support/recording-file.js';
import { UsageError } from '../../../support/usage-error.js';
import { selectContext } from '../mock-faults.js';
import { answersChanges } from '../script-changes.js';
import { type AnswersFile, readAnswers } from './answers-file.js';
import type { AnsweringResult } from './report.js';

/** Where answers come from, as the command line and the library say it. */
export interface AnsweringSettings {
  answers?: string | { readonly [name: string]: unknown } | undefined;
  replay?: string | undefined;
  /** `update`: what the recording does not have the reference answers, and the recording gets it. */
  mode: 'playback' | 'update';
  unplanned?: Unplanned | undefined;
  version?: string | undefined;
}

export interface AnsweringContext {
  clock: Clock;
  secrets: Secrets;
  /** Told of what a person should know at once, in one line. */
  warn(line: string): void;
}

/** Answers in place of a reference, ready to be put at its border. */
export interface Answering {
  border(inner: Border): Border;
  /** The version that the mock speaks, as the recording says it. */
  version: string | undefined;
  result(): AnsweringResult;
  /** The file of answers; undefined if there is none. */
  file: AnswersReload | undefined;
  /** Writes what a recording got. Resolves with how many messages that were; 0 without an update. */
  finish(): Promise<number>;
}

/** A file of answers that may be saved while the mock runs. */
export interface AnswersReload {
  /** What it was when it was read: see `stampOf`. */
  stamp: string | undefined;
  /**
   * Reads it again, and answers by it from now on. Resolves with what is other, for people; undefined if nothing is. Rejects with FileError if
   * it can't be used, and what was read before goes on.
   */
  reload(): Promise<string | undefined>;
}

/** A recording that is replayed. */
interface Replayed extends RecordingFile {
  file: string;
  side: 'kit' | 'target';
  exchanges: Exchange[];
  source: Replay;
}

/** Reads what answers in place of a reference. Throws FileError and UsageError. */
export async function answeringOf(
  role: string,
  settings: AnsweringSettings,
  context: AnsweringContext,
): Promise<Answering> {
  const { answers, replay: file, mode } = settings;
  const entry = (await roleEntry(role))!;
  const { begins = [] } = (await mockFactsOf(role)) ?? {};
  const recording = file === undefined ? undefined : await replayed(file, role, begins, entry);
  const version = settings.version ?? versionOf(recording, entry);
  const select = answers === undefined ? undefined : await selectContext(role, version);
  const rules = answers === undefined ? undefined : await ruledBy(answers, select!, context);
  const unplanned = settings.unplanned ?? (recording && mode === 'playback' ? 'error' : 'reference');
  if (mode === 'update' && unplanned === 'error')
    throw new UsageError('--replay-mode update has the reference answer what is new; leave out --unplanned error');
  const names = [rules?.file().name, file].filter((name) => name !== undefined).join(' and ');
  // How a conversation begins is no question of a file: a mock that refused it could be asked nothing else.
  const isExempt = (method: string) => begins.includes(method);
  const last = unplannedSource(unplanned, names, { warn: context.warn, isExempt });
  const began = context.clock.now();
  const appended =
    recording && mode === 'update'
      ? appendedTo(
          { header: recording.header, lines: recording.messages.map(({ line }) => line) },
          recording.side,
          context.secrets,
          () => context.clock.now() - began,
        )
      : undefined;
  const sources = [rules?.source, recording?.source, last].filter(
    (source): source is AnswerSource => source !== undefined,
  );
  return {
    version,
    border: (inner) =>
      answeringBorder(inner, {
        ...{ source: firstOf(sources), begins, sessions: entry.sessions },
        mute: recording !== undefined && unplanned === 'error' && entry.opens === 'kit',
        served: appended && ((from, carried, session) => appended.add(from === 'kit', carried, session)),
        lost: ({ kind, message }) =>
          context.warn(
            `a ${kind === 'notify' ? 'notification' : kind} ${String(message.method)} can't be sent there over HTTP`,
          ),
      }),
    result: await resultOf(role, { rules, recording }),
    file: typeof answers === 'string' ? rules : undefined,
    finish: () => written(appended, file),
  };
}

async function written(appended: Appended | undefined, file: string | undefined): Promise<number> {
  const text = await appended?.text();
  if (text === undefined || file === undefined) return 0;
  replaceFile(file, text, process.cwd());
  return appended!.count();
}

async function replayed(
  file: string,
  role: string,
  begins: readonly string[],
  { opens }: RoleEntry,
): Promise<Replayed> {
  const read = await readRecordingFile(file);
  const { header, messages } = read;
  const side = sideOf(header, role) ?? (await extendedSide(header, role));
  if (side === undefined) {
    const { kit, target } = header.roles;
    throw new UsageError(`${file} is a recording of ${kit} and ${target}: mock one of them, not ${role}`);
  }
  const recorded = exchangesOf(messages, side).exchanges;
  // What a client or host says of its own accord its script says.
  const exchanges = opens === 'target' ? recorded.map(answersOnly) : recorded;
  if (!exchanges.some(({ isComplete }) => isComplete))
    throw new UsageError(`${file} has no answer of ${role} that could be replayed`);
  return { ...read, file, side, exchanges, source: replay(exchanges, begins) };
}

/** The side of a recording that a role extends: a proxy names the role that its rules are of. */
async function extendedSide(header: RecordingFile['header'], role: string): Promise<'kit' | 'target' | undefined> {
  const { corpus } = await packageCorpus({ needed: [protocolOf(role)] });
  const sides = (corpus.roles.get(role)?.extends ?? []).map((base) => sideOf(header, base));
  return sides.find((side) => side !== undefined);
}

function versionOf(recording: Replayed | undefined, { versions }: RoleEntry): string | undefined {
  const version = recording?.header.protocolVersion;
  return version !== undefined && versions.includes(version) ? version : undefined;
}

/** Rules, and the file that they were read from as it was at last. */
interface Ruled extends AnswersReload {
  source: RuledAnswers;
  file(): AnswersFile;
}

async function ruledBy(
  answers: NonNullable<AnsweringSettings['answers']>,
  context: SelectContext,
  { warn }: AnsweringContext,
): Promise<Ruled> {
  let now = await readAnswers(answers, context);
  /** Of each rule the file that it is from: one may still be at work when the next ones are read. */
  const files = new WeakMap<Rule, AnswersFile>();
  const know = (file: AnswersFile) => {
    for (const rule of file.compiled.rules) files.set(rule, file);
  };
  know(now);
  const source = answersBy(now.compiled, {
    context,
    failed: (rule, message) => warn(`${(files.get(rule) ?? now).place(rule)}  ${message}`),
  });
  return {
    source,
    file: () => now,
    stamp: now.stamp,
    reload: async () => {
      const next = await readAnswers(answers, context);
      const changes = answersChanges(now.data, next.data);
      know(next);
      source.change(next.compiled);
      now = next;
      return changes;
    },
  };
}

/** Prepares what is said of the end: how things are called is read now, because a signal leaves no time for it. */
async function resultOf(
  role: string,
  { rules, recording }: { rules: Ruled | undefined; recording: Replayed | undefined },
): Promise<() => AnsweringResult> {
  const summaries = recording ? await summariesOf(role) : {};
  return () => {
    const report = recording?.source.report();
    return {
      unusedAnswers: (rules?.source.unused() ?? []).map((rule) => ({
        place: rules!.file().place(rule),
        title: describe(parseSelector(rule.answer.on as Json)),
      })),
      unusedReplies: (report?.unused ?? []).map(({ line, request }) => ({
        place: `${recording!.file}:${line}`,
        title: summaryLine(
          { kind: 'message', message: request, seq: 0, time: 0, from: 'kit', channel: 'main' },
          100,
          summaries,
        ),
      })),
      unmatched: report?.unmatched ?? [],
      recorded: report?.answers ?? 0,
    };
  };
}
