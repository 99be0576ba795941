import type { Answer, Pending, Reply, SaveRecordingParams } from '../../generated/types/control-v1.js';
import { stringifyJson } from '../../json/json.js';
import { copy } from '../components/command.js';
import { counted } from '../model/wording.js';
import type { Store } from './store.js';

/** What a person can do beside looking. Each says in the foot what became of it. */

/** Runs a request of the control channel; what it refuses is said. Returns whether it was done. */
export async function attempt(store: Store, work: () => Promise<string | undefined>): Promise<boolean> {
  try {
    const done = await work();
    if (done !== undefined) store.note.value = done;
    return true;
  } catch (error) {
    store.note.value = `⚠ ${(error as Error).message}`;
    return false;
  }
}

function connected(store: Store) {
  if (store.control === undefined) throw new Error('The page has no connection to Proctor.');
  return store.control;
}

/** Answers a question; without a reply the reference answers as it would have. */
export function answer(store: Store, { id, method }: Pending, reply: Reply | undefined): Promise<boolean> {
  return attempt(store, async () => {
    await connected(store).request('pending/answer', { id, ...(reply && { reply }) });
    return `You answered ${method}.`;
  });
}

/** Answers the question that is looked at with the first answer of this kind. */
export function answerKind(store: Store, kind: NonNullable<Answer['kind']>): void {
  const question = store.question.value;
  const found = question?.answers.find((one) => one.kind === kind);
  if (question && found) void answer(store, question, found.reply);
}

export function setFault(store: Store, id: string, on: boolean, rule?: string): Promise<boolean> {
  return attempt(store, async () => {
    await connected(store).request('fault/set', { id, on, ...(rule !== undefined && { rule }) });
    return `The fault ${id} is ${on ? 'on' : 'off'}.`;
  });
}

export function setPermissive(store: Store, name: string, on: boolean): Promise<boolean> {
  return attempt(store, async () => {
    await connected(store).request('permissive/set', { name, on });
    return `The permissive variant ${name} is ${on ? 'on' : 'off'}.`;
  });
}

export function hold(store: Store, methods: string[]): Promise<boolean> {
  return attempt(store, async () => {
    await connected(store).request('pending/hold', { methods });
    return methods.length === 0
      ? 'No request waits for you from now on.'
      : `${methods.join(', ')} wait for you from now on.`;
  });
}

export function stepClock(store: Store, ms: number): Promise<boolean> {
  return attempt(store, async () => {
    const { now } = await connected(store).request('clock/advance', { ms });
    if (store.state.value) store.state.value = { ...store.state.value, now };
    return `The clock is at ${(now / 1000).toFixed(3)} s.`;
  });
}

export function setAuthorization(
  store: Store,
  what: 'expire' | 'rotateKeys' | 'revoke',
  done: string,
): Promise<boolean> {
  return attempt(store, async () => {
    await connected(store).request('authorization/set', { [what]: true });
    return done;
  });
}

/** Saves the transcript, or the selected rows of it, as a file. */
export function save(store: Store, format: SaveRecordingParams['format'], lines?: number[]): Promise<boolean> {
  return attempt(store, async () => {
    const file = await connected(store).request('recording/save', { format, ...(lines && { lines }) });
    download(file.name, file.mediaType, file.text);
    if (file.notes.length > 0) store.notice.value = { title: `Saved ${file.name}. Note:`, lines: file.notes };
    return `Saved ${file.name}${lines ? `, of ${counted(lines.length, 'row')}` : ''}.`;
  });
}

/** Saves the chosen rows as a case; without any, the selected one with the other half of its pair. */
export function saveCase(store: Store): void {
  const lines = [...store.chosen.value].sort((a, b) => a - b);
  const { entry } = store;
  if (lines.length === 0 && entry) {
    const partner = store.transcript.partner(entry);
    lines.push(...[entry.index, ...(partner ? [partner.index] : [])].sort((a, b) => a - b));
  }
  if (lines.length === 0) store.note.value = 'Select rows with x, then save them as a case with s.';
  else void save(store, 'case', lines);
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'proctor.txt';
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies the selected message as JSON. */
export async function copyMessage(store: Store): Promise<void> {
  const { entry } = store;
  const record = entry?.record;
  if (!entry || !record) return;
  // Of a long message there is the beginning of its text alone.
  const isCut = entry.line.head !== undefined;
  const value = isCut
    ? undefined
    : (record.message ?? record.body ?? record.http ?? record.sse ?? record.closed ?? record.exit);
  await copyText(
    store,
    value === undefined ? (record.text ?? '') : stringifyJson(value, 2),
    `message ${entry.index + 1}`,
  );
}

async function copyText(store: Store, text: string, what: string): Promise<void> {
  store.note.value = (await copy(text)) ? `Copied ${what}.` : `⚠ The browser did not let the page copy ${what}.`;
}

/** Says how to start again: a page can't start a program, its reader can. */
export function again(store: Store): void {
  const command = store.state.value?.again;
  if (command === undefined) store.note.value = 'Start it again where you started it.';
  else void copyText(store, command, 'the command that starts it again: paste it into a terminal');
}

/** Takes the selected row into the choice, or out of it. */
export function choose(store: Store): void {
  const index = store.selected.value;
  if (index === undefined) return;
  const chosen = new Set(store.chosen.value);
  if (!chosen.delete(index)) chosen.add(index);
  store.chosen.value = chosen;
  store.note.value = `${counted(chosen.size, 'row')} selected.`;
}
