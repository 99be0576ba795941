import type { ContentBlock } from '../../../../generated/types/acp-0.12.2.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import type { RequestHandler } from '../../../../jsonrpc/connection.js';
import type { Id } from '../../../../jsonrpc/messages.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import { invalidRequest } from '../../errors.js';
import { checkedParams } from '../../params.js';
import type { Manners } from '../manners.js';
import type { Outbox } from '../outbox.js';
import { playScene } from '../scenes/index.js';
import type { AgentScript } from '../script.js';
import type { Session } from '../sessions/session.js';
import type { Sessions } from '../sessions/sessions.js';
import { Cancelled } from './cancelled.js';
import { type Ask, type Offered, TurnClient } from './client.js';
import { checkContent } from './content.js';
import { Turn } from './turn.js';

/** What answering prompts takes. */
export interface Prompting {
  script: AgentScript;
  clock: Clock;
  manners: Manners;
  sessions: Sessions;
  outbox: Outbox;
  /** What the client advertised; undefined before initialize. */
  offered(): Offered | undefined;
  ask: Ask;
  notify(method: string, params: JsonObject): void;
}

/**
 * The handler of session/prompt: one turn of a session at a time, which a cancel that comes at once finds already (ACP, Prompt
 * Turn). Where a turn runs, a second prompt is refused with -32600, or as the liberties say.
 */
export function promptHandler(parts: Prompting): RequestHandler {
  return async (params, { id }) => {
    const session = parts.sessions.named(params);
    const cancel = new AbortController();
    try {
      if (!session) return await answer(parts, params, id, cancel.signal);
      makeRoom(parts, session);
      session.turns.add(cancel);
      const turn = session.idle.then(() => answer(parts, params, id, cancel.signal));
      session.idle = turn.catch(() => undefined);
      return await turn;
    } catch (error) {
      throw parts.manners.error(error);
    } finally {
      session?.turns.delete(cancel);
    }
  };
}

function makeRoom({ script }: Prompting, session: Session): void {
  if (session.turns.size === 0) return;
  if (script.freedoms.has('later-prompt-wins')) session.cancel();
  else if (!script.freedoms.has('queues-prompts')) throw invalidRequest('a prompt of this session still runs');
}

async function answer(parts: Prompting, params: Json | undefined, id: Id, signal: AbortSignal): Promise<Json> {
  const { manners, script } = parts;
  const checked = await checkedParams('session/prompt', params);
  const offered = parts.offered();
  if (!offered) throw invalidRequest('session/prompt came before initialize');
  const session = parts.sessions.get(checked, { open: true });
  const prompt = checked.prompt as unknown as ContentBlock[];
  checkContent(prompt, script.abilities);
  session.hear(prompt, script.freedoms.has('echoes-prompts'));
  if (script.freedoms.has('asks-too')) void parts.ask('_proctor.example/hello', {}).catch(() => undefined);
  const { clock } = parts;
  const client = new TurnClient(parts.ask, session.id, offered, signal, script.freedoms.has('tries-again'));
  const turn = new Turn({ session, prompt, client, clock, freedoms: script.freedoms, signal });
  const stopReason = await play(turn);
  entitle(session, prompt, clock);
  await manners.dally();
  if (script.freedoms.has('chatter')) parts.outbox.afterReply(id, () => chat(parts, session));
  return manners.result('session/prompt', { stopReason: signal.aborted ? 'cancelled' : stopReason });
}

async function play(turn: Turn): Promise<string> {
  try {
    turn.signal.throwIfAborted();
    return await playScene(turn);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    if (turn.freedoms.has('last-words')) turn.say('I was about to say');
    return 'cancelled';
  }
}

/** Notes that something was said, and calls the session after its first prompt. */
function entitle(session: Session, prompt: readonly ContentBlock[], clock: Clock): void {
  session.updatedAt = clock.date();
  if (session.title !== undefined) return;
  const first = prompt.find((block) => block.type === 'text');
  session.title = [...(first?.text ?? 'A session')].slice(0, 40).join('');
  session.announce({ sessionUpdate: 'session_info_update', title: session.title });
}

/** What may be told of a session when no turn of it runs. */
function chat({ notify }: Prompting, session: Session): void {
  session.announce({ sessionUpdate: 'session_info_update', updatedAt: new Date(session.updatedAt).toISOString() });
  session.announce({ sessionUpdate: 'available_commands_update', availableCommands: [] });
  notify('_proctor.example/idle', { session: session.id });
}
