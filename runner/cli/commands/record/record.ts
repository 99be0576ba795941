import { count } from '../../../../reports/text/words.js';
import type { Header, Message } from '../../../../src/generated/types/recording-v1.js';
import { jsonText } from '../../../../src/json/json-escapes.js';
import { RecordingError, readRecording } from '../../../../src/recording/read-recording.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { toCase } from '../../../convert/to-case.js';
import { toHar } from '../../../convert/to-har.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { UsageError } from '../../support/usage-error.js';
import { fileLines } from '../log/file-lines.js';
import { type NewArguments, newCommand } from '../new/new.js';

export interface RecordArguments extends Omit<NewArguments, 'role'> {
  /** The id of the case. */
  id?: string;
}

/** The longest line that is read, in characters. */
const LONGEST = 64 * 1024 * 1024;

/** `proctor record to-case|to-har FILE`. Resolves with the exit code. */
export async function recordCommand(action: string, file: string, options: RecordArguments): Promise<number> {
  try {
    const { header, messages } = await read(file);
    return action === 'to-har' ? har(file, header, messages) : await recordedCase(file, header, messages, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`proctor: ${error.message}\n`);
    return 2;
  }
}

function har(file: string, header: Header, messages: readonly Message[]): number {
  const made = toHar(header, messages);
  if (made === undefined)
    throw new UsageError(`${file} was recorded over ${header.transport}, and a HAR file holds HTTP alone`);
  stdout.write(`${jsonText(made)}\n`, 'json');
  return 0;
}

async function recordedCase(
  file: string,
  header: Header,
  messages: readonly Message[],
  { id, ...options }: RecordArguments,
): Promise<number> {
  if (id === undefined) throw new UsageError('no id: name the case by --id, such as --id shop.session.first');
  const { kit, target } = header.roles;
  const { corpus } = await packageCorpus();
  // What a client does somebody else must make it do.
  const role = [target, kit].find((one) => corpus.roles.get(one)?.side === 'server');
  if (role === undefined)
    throw new UsageError(`${file} is a recording of ${target}, whose cases this Proctor does not have`);
  const turned = role === target ? messages : messages.map(otherWay);
  const { steps, checked, left } = toCase(turned);
  if (checked === 0) throw new UsageError(`${file}: ${role} says nothing in it that a case could expect`);
  for (const what of left) stderr.write(`proctor: not in the case: ${what}\n`);
  const title = options.title ?? `A recorded conversation: ${count(checked, 'answer')} as before`;
  const needs = `{ transport: ${header.transport}, version: ${JSON.stringify(header.protocolVersion)} }`;
  return newCommand(id, { ...options, role, title }, { needs, steps });
}

const otherWay = ({ record, ...line }: Message): Message => ({
  ...line,
  record: { ...record, from: record.from === 'kit' ? 'target' : 'kit' },
});

async function read(file: string): Promise<{ header: Header; messages: Message[] }> {
  let header: Header | undefined;
  const messages: Message[] = [];
  try {
    for await (const one of readRecording(textsOf(file))) {
      if (one.type === 'header') header = one.line;
      if (one.type === 'message') messages.push(one.line);
    }
  } catch (error) {
    if (error instanceof RecordingError)
      throw new UsageError(`${file}:${error.line}:${error.column}  ${error.message}`);
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
  }
  return { header: header!, messages };
}

async function* textsOf(file: string): AsyncGenerator<string> {
  for await (const { text } of fileLines(file, { follow: false, most: LONGEST, isOver: () => false })) yield text;
}
