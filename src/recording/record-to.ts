import type { Dropped, Footer, Header, Message } from '../generated/types/recording-v1.js';
import type { Finding } from '../generated/types/report-v1.js';
import { jsonText } from '../json/json-escapes.js';
import { credentialsInWords, REDACTED, secretsInUrl, secretsInWords } from '../json/secrets/credentials.js';
import type { Secrets } from '../json/secrets/redact.js';
import type { WireRecord } from '../wire/record.js';
import { recordJson } from './record-json.js';
import { redactRecord } from './redact-record.js';

/** Longest message that is recorded whole, in UTF-16 units. */
const LONGEST = 16 * 1024 * 1024;
/** Bytes that may wait to be written before what is carried is counted instead. */
const WAITING = 32 * 1024 * 1024;

/** Where a recording goes: a stream, or something that is done with each text when `write` returns. */
export interface RecordingOutput {
  write(text: string): unknown;
  /** Of a stream: how much it was given and has not written yet. */
  readonly writableLength?: number;
  end?(done: () => void): unknown;
}

/** A recording that is being written. */
export interface RecordingWriter {
  /** Writes what was carried in a session, and what is wrong with it. Does nothing after `close`. */
  line(record: WireRecord, findings: readonly Finding[], session?: string): void;
  /** Writes the footer; `ended` says who ended the conversations that are still open. Resolves once all is handed over. */
  close(ended?: Footer['ended']): Promise<void>;
}

/**
 * Writes a recording: its header at once, then a line for each record. Nothing of it shows a secret. If `out` can't take as much as comes, what
 * comes is counted and left out. What `out` throws is thrown on.
 */
export function recordTo(out: RecordingOutput, header: Header, secrets: Secrets): RecordingWriter {
  let messages = 0;
  let dropped = 0;
  let gap: { count: number; time: number } | undefined;
  let isOver = false;
  const put = (line: Header | Message | Dropped | Footer) => void out.write(`${jsonText(line)}\n`);
  const endGap = () => {
    if (gap !== undefined) put({ type: 'dropped', ...gap });
    gap = undefined;
  };
  put({ ...header, ...withoutSecrets(header, secrets) });
  return {
    line(record, findings, session) {
      if (isOver) return;
      if ((out.writableLength ?? 0) > WAITING) {
        gap ??= { count: 0, time: record.time };
        gap.count += 1;
        dropped += 1;
        return;
      }
      endGap();
      messages += 1;
      put({
        type: 'message',
        ...(session === undefined ? {} : { session }),
        record: recordJson(redactRecord(record, secrets), { kept: LONGEST }),
        findings: findings.map((finding) => withoutSecretsIn(finding, secrets)),
      });
    },
    async close(ended) {
      if (isOver) return;
      endGap();
      isOver = true;
      put({ type: 'footer', messages, ...(dropped > 0 ? { dropped } : {}), ...(ended === undefined ? {} : { ended }) });
      if (out.end) await new Promise<void>((resolve) => out.end?.(() => resolve()));
    },
  };
}

function withoutSecrets({ command, url }: Header, secrets: Secrets): Pick<Header, 'command' | 'url'> {
  secrets.add([...secretsInWords(command ?? []), ...secretsInUrl(url ?? '')]);
  return {
    ...(command === undefined ? {} : { command: withoutCredentialsIn(command).map((word) => secrets.text(word)) }),
    ...(url === undefined ? {} : { url: secrets.text(url) }),
  };
}

/** The words of a command without what is a credential by its place, however short it is. */
function withoutCredentialsIn(command: readonly string[]): string[] {
  const words = [...command];
  for (const { at, value } of credentialsInWords(command)) words[at] = words[at]!.replaceAll(value, REDACTED);
  return words;
}

/** What a message, its place or its values say came from the wire. The rest is ours. */
function withoutSecretsIn(finding: Finding, secrets: Secrets): Finding {
  const { rule, requirement, level, blame, label, ...told } = finding;
  return { rule, requirement, level, blame, label, ...secrets.value(told) };
}
