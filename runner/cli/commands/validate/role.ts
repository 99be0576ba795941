import { oneLine } from '../../../../src/json/visible.js';
import type { Level } from '../../../../src/language/requirement.js';
import { documents } from '../../../../src/protocols/documents.js';
import { roleEntry } from '../../../../src/protocols/index.js';
import { RecordingError } from '../../../../src/recording/read-recording.js';
import type { Finding, Side } from '../../../../src/watch/finding.js';
import { earlierVersion } from '../../../history.js';
import { excerptOf } from '../../../load/files/problems.js';
import { protocolOf } from '../../../profiles.js';
import type { Corpus } from '../../../types.js';
import { UsageError } from '../../support/print.js';
import { Conversation } from './conversation.js';
import { documentJudge } from './document.js';
import type { FileJudge, Invalid, Judged, Observed } from './judgement.js';
import { type Messages, readMessages, wholeValue } from './read-messages.js';
import { sidesOf } from './roles.js';

/**
 * Judges files of messages by the wire rules of a role and its peer. Undefined where the corpus has no such role.
 *
 * @param version the version of the protocol; by default what a recording says, else the usual one
 */
export function roleJudge(name: string, corpus: Corpus, version: string | undefined): FileJudge | undefined {
  const role = corpus.roles.get(name);
  if (role === undefined) return undefined;
  const versions = [...(corpus.versions.get(protocolOf(name))?.keys() ?? [])];
  if (version !== undefined && !versions.includes(version))
    throw new UsageError(`${name} is not judged in version ${version}; there are ${versions.join(', ')}`);
  return {
    takes: 'file',
    judge: (file, text) => documentAlone(file, text, name, version) ?? judgeMessages(file, text, name, corpus, version),
  };
}

/** A file that is one document of the protocol is judged as such. */
function documentAlone(
  file: string,
  text: string,
  role: string,
  version: string | undefined,
): Judged | Promise<Judged> | undefined {
  const whole = wholeValue(text);
  if (whole === undefined) return undefined;
  const own = Object.keys(documents).filter((kind) => protocolOf(kind) === protocolOf(role));
  const kind = own.find((one) => documents[one]!.isOne(whole));
  return kind === undefined ? undefined : documentJudge(kind, version)?.judge(file, text);
}

async function judgeMessages(
  file: string,
  text: string,
  name: string,
  corpus: Corpus,
  version: string | undefined,
): Promise<Judged> {
  const messages = messagesOf(file, text);
  assertSomething(file, text, messages);
  const sides = await sidesOf(file, name, messages, corpus, version);
  const entry = await roleEntry(sides.target.role);
  // Who names a version wants all of it.
  const newerThan = (spoken: string) =>
    version === undefined ? earlierVersion(corpus, sides.target.role, spoken, sides.version)?.newer : undefined;
  const conversation = new Conversation(messages, sides, entry?.sessions, newerThan);
  const place = (line: number) => ({ file, line, col: 1 });
  const excerpt = (line: number) => excerptOf(text, { place: place(line), length: 1 });
  const sentences = (role: string, ids: readonly string[]): Observed[] =>
    ids.flatMap((id) => {
      const requirement = corpus.requirements.get(id);
      return requirement ? [{ file, role, requirement: id, level: requirement.level, text: requirement.text }] : [];
    });
  const invalid: Invalid[] = [];
  for (const { line, remark, finding } of conversation.judge())
    invalid.push({
      ...place(line),
      ...(finding ? told(finding, corpus, sides) : remark),
      excerpt: excerpt(line),
    });
  if (messages.dropped) {
    const { line, count } = messages.dropped;
    const words = `${count} ${count === 1 ? 'message is' : 'messages are'} missing in the recording`;
    invalid.push({ ...place(line), message: `not judged from here on: ${words}`, warning: true });
  }
  const asked = conversation.sideOf(name);
  const roles = { target: sides[asked].role, kit: sides[asked === 'target' ? 'kit' : 'target'].role };
  const count = conversation.messages();
  return {
    what: `${count} ${count === 1 ? 'message' : 'messages'} of ${roles.target} and ${roles.kit}`,
    invalid: invalid.sort((a, b) => a.line! - b.line!),
    observed: conversation.requirements().flatMap(({ role, observed }) => sentences(role, observed)),
    notObserved: conversation.requirements().flatMap(({ role, notObserved }) => sentences(role, notObserved)),
  };
}

function messagesOf(file: string, text: string): Messages {
  try {
    return readMessages(text);
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    const { line, column, message, kind } = error;
    const isEmpty = kind === 'none' && line === 1 && column === 1;
    throw new UsageError(
      isEmpty ? `${file}: ${message}, so there is nothing to judge` : `${file}:${line}:${column}  ${message}`,
    );
  }
}

/** Throws UsageError for a file in which nobody says anything. */
function assertSomething(file: string, text: string, { entries, isRecording }: Messages): void {
  if (entries.some(({ record }) => record.kind === 'message' || record.kind === 'bytes')) return;
  if (text.trim() === '') throw new UsageError(`${file} is empty: it has no message to judge`);
  const what = isRecording || entries.length > 0 ? 'the recording has no message' : 'it has no message';
  throw new UsageError(`${file}: ${what}, so there is nothing to judge`);
}

function told(
  { rule, requirement, blame, label, message, path }: Finding,
  corpus: Corpus,
  sides: { [side in Side]: { role: string } },
): Omit<Invalid, 'file'> {
  const level: Level = corpus.requirements.get(requirement)?.level ?? 'must';
  const extension = label === 'undeclared extension' && !message.includes(label) ? `${label}: ` : '';
  const { role } = sides[blame];
  return {
    message: `${role}: ${extension}${oneLine(message)} (${requirement} ${level})`,
    ...{ rule, requirement, role },
    ...(level === 'must' ? {} : { warning: true }),
    ...(path === undefined ? {} : { path }),
  };
}
