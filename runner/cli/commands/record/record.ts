import { count } from '../../../../reports/text/words.js';
import { ControlProblem } from '../../../../src/control/types.js';
import type { Header, Message } from '../../../../src/generated/types/recording-v1.js';
import { jsonText } from '../../../../src/json/json-escapes.js';
import { noSuch } from '../../../../src/json/suggest.js';
import { mockFactsOf, roles, scriptOfRecording } from '../../../../src/protocols/index.js';
import { type NumberedMessage, sideOf } from '../../../../src/recording/exchanges.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { bodyCodec, dialectOf } from '../../../convert/body-codec.js';
import { toCase } from '../../../convert/to-case.js';
import { toHar } from '../../../convert/to-har.js';
import { toScript } from '../../../convert/to-script.js';
import { packageCorpus } from '../../support/package-corpus.js';
import { shellWords } from '../../support/print.js';
import { readRecordingFile } from '../../support/recording-file.js';
import { scriptText } from '../../support/script-text.js';
import { UsageError } from '../../support/usage-error.js';
import { openSession } from '../inspect/open-session.js';
import { type NewArguments, newCommand } from '../new/new.js';

export interface RecordArguments extends Omit<NewArguments, 'role'> {
  /** The id of the case. */
  id?: string;
  /** The role whose script is written. */
  as?: string;
}

/** `proctor record to-case|to-har|to-html|to-script FILE`. Resolves with the exit code. */
export async function recordCommand(action: string, file: string, options: RecordArguments): Promise<number> {
  try {
    if (action === 'to-html') return await page(file);
    const { header, messages: numbered } = await readRecordingFile(file);
    if (action === 'to-script') return await recordedScript(file, header, numbered, options.as);
    const messages = numbered.map(({ line }) => line);
    return action === 'to-har'
      ? await har(file, header, messages)
      : await recordedCase(file, header, messages, options);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`proctor: ${error.message}\n`);
    return 2;
  }
}

async function har(file: string, header: Header, messages: readonly Message[]): Promise<number> {
  const made = toHar(header, messages, await bodyCodec(header));
  if (made === undefined)
    throw new UsageError(`${file} was recorded over ${header.transport}, and a HAR file holds HTTP alone`);
  stdout.write(`${jsonText(made)}\n`, 'json');
  return 0;
}

/** Shows a report, too: the page is that of `inspect`. */
async function page(file: string): Promise<number> {
  const session = await openSession(file);
  try {
    const { text } = await session.request('recording/save', { format: 'html' });
    stdout.writeReport(text, 'html');
  } catch (error) {
    if (!(error instanceof ControlProblem)) throw error;
    throw new UsageError(`${file}: ${error.message}`);
  }
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
  const dialect = dialectOf(await bodyCodec(header), messages);
  if (dialect !== undefined)
    stderr.write(
      `proctor: the client writes its bodies as ${dialect}: if the server reads no others, run the case with a target file that has \`dialect: ${dialect}\` in its transport ${header.transport}\n`,
    );
  const title = options.title ?? `A recorded conversation: ${count(checked, 'answer')} as before`;
  const needs = `{ transport: ${header.transport}, version: ${JSON.stringify(header.protocolVersion)} }`;
  const named = header.transport === 'rest' ? ['--transport', 'rest'] : [];
  const reached = header.transport === 'stdio' ? {} : { reached: shellWords([...named, '--url', header.url ?? 'URL']) };
  return newCommand(id, { ...options, role, title }, { needs, steps, ...reached });
}

async function recordedScript(
  file: string,
  header: Header,
  messages: readonly NumberedMessage[],
  as: string | undefined,
): Promise<number> {
  const { kit, target } = header.roles;
  const { corpus } = await packageCorpus();
  const isServer = (role: string) => corpus.roles.get(role)?.side === 'server';
  const role = as ?? [target, kit].find(isServer) ?? target;
  if (!Object.hasOwn(roles, role)) throw new UsageError(noSuch('role', role, Object.keys(roles)));
  const related = [role, ...(corpus.roles.get(role)?.extends ?? [])];
  const side = related.map((one) => sideOf(header, one)).find((one) => one !== undefined);
  if (side === undefined)
    throw new UsageError(`${file} is a recording of ${kit} and ${target}: name one of them by --as, not ${role}`);
  const scriptOf = await scriptOfRecording(role);
  if (!scriptOf)
    throw new UsageError(`${role} has no script: replay the recording by \`proctor mock ${role} --replay ${file}\``);
  const { script, left } = toScript(messages, side, { scriptOf, isServer: isServer(role) });
  for (const what of left) stderr.write(`proctor: not in the script: ${what}\n`);
  const [folder] = (await mockFactsOf(role))?.scripts ?? [];
  const notes = [`Made of the recording ${file}.`];
  stdout.write(scriptText(script, { role, version: header.protocolVersion, folder, notes }));
  return 0;
}

const otherWay = ({ record, ...line }: Message): Message => ({
  ...line,
  record: { ...record, from: record.from === 'kit' ? 'target' : 'kit' },
});
