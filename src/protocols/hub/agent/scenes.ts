import type { PermissionResult } from '../../../generated/types/hub-v1.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Clock, during, sleep, unlessAborted } from '../../../wire/clock/clock.js';
import type { Workspace } from '../../../workspace/confinement.js';
import { invalidParams } from '../errors.js';
import type { Session } from './session.js';

/** What a turn needs of the agent. */
export interface Turn {
  session: Session;
  /** The files of its folder. */
  files: Workspace;
  clock: Clock;
  /** Aborts when the turn is cancelled. */
  signal: AbortSignal;
  tell(update: JsonObject): void;
  /** Asks the host. Rejects as a connection does. */
  ask(method: string, params: JsonObject): Promise<Json>;
}

/** ms between two words of a turn that goes on, and how many words it has. */
const BEAT = 200;
const WORDS = 150;
/** Words that are said in one turn of the loop by who says them as fast as they are taken. */
const GUSH = 10;
/** ms that a piece of work takes, and how many there are. */
const WORK = 1_000;
const PIECES = 6;

/** Shows what the first word of a prompt names, or answers it. Rejects with the reason of the signal when the turn is cancelled. */
export async function playScene(turn: Turn, text: string): Promise<void> {
  const [name = '', ...words] = text.split(' ');
  const scene = Object.hasOwn(scenes, name) ? scenes[name] : undefined;
  if (scene) await scene(turn, words);
  else say(turn, `You said: ${text}`);
}

const scenes: { readonly [name: string]: (turn: Turn, words: string[]) => Promise<void> } = {
  talk: async (turn) => {
    for (let word = 1; word <= WORDS; word++) {
      say(turn, `word ${word} `);
      await pause(turn, BEAT);
      deliver(turn, 'operation');
    }
  },
  pour: async (turn, [count = '1000', size = '0']) => {
    for (let word = 1; word <= Number(count); word++) {
      say(turn, `word ${word} `.padEnd(Number(size), '. '));
      if (word % GUSH === 0) await during(turn.clock, new Promise((resolve) => setImmediate(resolve)));
      turn.signal.throwIfAborted();
    }
  },
  work: async (turn) => {
    for (let piece = 1; piece <= PIECES; piece++) {
      const toolCallId = `call_${turn.session.turns.length}_${piece}`;
      turn.tell({ sessionUpdate: 'tool_call', toolCallId, title: `Piece ${piece}`, status: 'in_progress' });
      await pause(turn, WORK);
      turn.tell({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
      deliver(turn, 'operation');
    }
    say(turn, 'I have worked.');
  },
  edit: async (turn, [name = 'new.txt']) => {
    const toolCallId = `call_${turn.session.turns.length}`;
    const title = `Write ${name}`;
    turn.tell({ sessionUpdate: 'tool_call', toolCallId, title, kind: 'edit', status: 'pending' });
    const granted = turn.session.mode === 'code' || (await allowed(turn, toolCallId, title));
    if (granted) change(() => turn.files.append(name, 'written\n'));
    turn.tell({ sessionUpdate: 'tool_call_update', toolCallId, status: granted ? 'completed' : 'failed' });
    say(turn, granted ? 'I have written it.' : 'I was not allowed to.');
  },
  append: async (turn, [name = 'out.txt', ...content]) => {
    for (let piece = 1; piece <= PIECES; piece++) {
      change(() => turn.files.append(name, `${content.join(' ')}\n`));
      say(turn, `line ${piece} `);
      await pause(turn, BEAT);
    }
  },
  write: async (turn, [name = 'out.txt', ...content]) => {
    change(() => turn.files.write(name, content.join(' '), { parents: false }));
    say(turn, 'I have written it.');
  },
  host: async (turn, words) => {
    const sessionId = turn.session.id;
    const params = { sessionId, name: 'kit.echo', args: { text: words.join(' ') } };
    const answer = await unlessAborted(turn.ask('host/call', params), turn.signal);
    say(turn, `The host says ${JSON.stringify(answer)}`);
  },
  daemon: async (turn) => {
    for (let word = 'here'; ; word = 'here again') {
      const woken = turn.session.woken();
      say(turn, word);
      await unlessAborted(woken, turn.signal);
    }
  },
  capabilities: async (turn) => {
    const answer = await unlessAborted(turn.ask('host/capabilities', { sessionId: turn.session.id }), turn.signal);
    say(turn, `The host can do ${isObject(answer) ? Object.keys(answer).join(', ') : 'nothing'}`);
  },
};

/** Changes a file. Throws RpcError with the reason if that can't be done. */
function change(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw error instanceof RpcError ? error : invalidParams(error instanceof Error ? error.message : String(error));
  }
}

/** A piece of what the agent says. */
export const say = (turn: Turn, text: string): void =>
  turn.tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

/** Hands over what was said into the turn and is due. Reminders are for the agent alone. */
export function deliver(turn: Turn, when: 'operation' | 'end'): void {
  for (const { kind, id, content } of turn.session.queue.take(when))
    if (kind === 'user')
      turn.tell({ sessionUpdate: 'user_message', messageId: id, content: content as unknown as Json });
}

/** Waits. Rejects with the reason of the signal when the turn is cancelled. */
export async function pause(turn: Turn, ms: number): Promise<void> {
  await sleep(turn.clock, ms, turn.signal);
  turn.signal.throwIfAborted();
}

/** Asks whether a tool call may run. What is no clear yes is a no. */
async function allowed(turn: Turn, toolCallId: string, title: string): Promise<boolean> {
  const options = [
    { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
    { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
  ];
  const params = { sessionId: turn.session.id, toolCall: { toolCallId, title, kind: 'edit' }, options };
  const answer = turn.ask('session/request_permission', params).catch(() => null);
  const result = await unlessAborted(answer, turn.signal);
  const { outcome, granted } = (isObject(result) ? result : {}) as PermissionResult;
  return granted === true || (outcome?.outcome === 'selected' && outcome.optionId === 'allow');
}
