import { writeWhole } from '../../reports/output.js';
import { messageLine } from '../../reports/text/message-line.js';
import { styleFor } from '../../reports/text/style.js';
import { plainCause } from '../../src/files/cause.js';
import { type Claim, claimFile } from '../../src/files/claim.js';
import { type OutputFile, openOutput } from '../../src/files/output.js';
import type { Header } from '../../src/generated/types/recording-v1.js';
import type { MessageSummaries } from '../../src/language/message-summary.js';
import { summariesOf } from '../../src/protocols/index.js';
import { type RecordingWriter, recordTo } from '../../src/recording/record-to.js';
import { redactRecord } from '../../src/recording/redact-record.js';
import type { Finding } from '../../src/watch/finding.js';
import { secrets, stderr } from '../../src/wire/output.js';
import { FileError } from '../load/script.js';
import type { Corpus } from '../types.js';
import { findingJson, levelOf } from './finding-json.js';
import type { MockMessage } from './mock-message.js';

/** Where messages are shown or written as they pass. */
export interface MessageLog {
  begin(header: Header): void;
  message(message: MockMessage): void;
  /** Ends it; `target` says that the mock has given up on its peer. Returns why it is not whole, where it is not. */
  end(ended: 'target' | 'cut'): string | undefined;
}

/** What `--log` is given for whole messages on stderr. A file of this name is `./full`. */
const FULL = 'full';

/**
 * The log that `--log` names: true for a line a message on stderr, `full` for whole messages there, else the file of a recording. Throws
 * FileError if that can't be written.
 */
export async function logOf(to: string | true, role: string, corpus: Corpus): Promise<MessageLog> {
  if (to === true || to === FULL) return shownLines(corpus, await summariesOf(role), to === FULL);
  if (to.startsWith(`${FULL}=`)) {
    const file = to.slice(FULL.length + 1);
    throw new FileError(
      `proctor: a log in a file has whole messages: write --log=${file}, and read it by \`proctor log --full ${file}\``,
    );
  }
  return recordingTo(to, corpus);
}

/** The messages alone that something is wrong with, a line each on stderr. */
export async function shownFindings(role: string, corpus: Corpus): Promise<MessageLog> {
  const { message, ...log } = shownLines(corpus, await summariesOf(role), false);
  return { ...log, message: (one) => void (one.findings.length > 0 && message(one)) };
}

/** A line a message on stderr, for people. */
function shownLines(corpus: Corpus, summaries: MessageSummaries, full: boolean): MessageLog {
  const context = {
    ...{ style: styleFor(stderr.color), summaries, full },
    width: Math.max(60, stderr.columns ?? 120),
  };
  let named: { [side in Finding['blame']]?: string } = { kit: 'the mock' };
  return {
    begin: ({ by, roles }) => {
      if (by === 'proxy') named = roles;
    },
    message: ({ record, findings }) => {
      const remarks = findings.map((finding) => {
        const { requirement, message, blame } = finding;
        const level = levelOf(finding, corpus);
        const by = named[blame];
        return { requirement, message, level, isMust: level === 'must', ...(by === undefined ? {} : { by }) };
      });
      stderr.write(`${messageLine(redactRecord(record, secrets), remarks, context)}\n`);
    },
    end: () => undefined,
  };
}

/**
 * A recording in a file; if another process is writing that file, in one beside it, which a line on stderr names. Throws FileError if it
 * can't be written.
 */
export function recordingTo(named: string, corpus: Corpus): MessageLog {
  const what = (error: unknown) => `the log ${named} can't be written: ${plainCause(error)}`;
  let output: OutputFile;
  let claim: Claim | undefined;
  try {
    claim = claimFile(named);
    output = openOutput(claim.path);
  } catch (error) {
    claim?.release();
    throw new FileError(`proctor: ${what(error)}`);
  }
  if (claim.path !== named)
    stderr.write(`proctor: another process is writing ${named}: this recording goes to ${claim.path}\n`);
  const { release } = claim;
  let problem: string | undefined;
  let recording: RecordingWriter | undefined;
  // Each line is on its way when `write` returns: whatever ends this process, what came before is there.
  const out = {
    write: (text: string) => {
      if (problem !== undefined) return;
      try {
        writeWhole(output.descriptor, text);
      } catch (error) {
        problem = what(error);
      }
    },
  };
  return {
    begin: (header) => {
      recording = recordTo(out, header, secrets);
    },
    message: ({ session, record, findings }) =>
      recording?.line(
        record,
        findings.map((finding) => findingJson(finding, corpus)),
        session,
      ),
    end: (ended) => {
      void recording?.close(ended === 'cut' ? undefined : ended);
      output.close();
      release();
      return problem;
    },
  };
}
