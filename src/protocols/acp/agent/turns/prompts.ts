import type { ContentBlock } from '../../../../generated/types/acp-0.12.2.js';
import type { Json } from '../../../../json/json.js';
import type { RequestHandler } from '../../../../jsonrpc/connection.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import { invalidRequest } from '../../errors.js';
import { checkedParams } from '../../params.js';
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
  sessions: Sessions;
  /** What the client advertised; undefined before initialize. */
  offered(): Offered | undefined;
  ask: Ask;
}

/**
 * The handler of session/prompt: one turn of a session at a time, which a cancel that comes at once finds already (ACP, Prompt
 * Turn). Where a turn runs, a second prompt is refused with -32600.
 */
export function promptHandler(parts: Prompting): RequestHandler {
  return async (params) => {
    const session = parts.sessions.named(params);
    const cancel = new AbortController();
    if (!session) return answer(parts, params, cancel.signal);
    if (session.running) throw invalidRequest('a prompt of this session still runs');
    session.running = cancel;
    try {
      const turn = answer(parts, params, cancel.signal);
      session.idle = turn.catch(() => undefined);
      return await turn;
    } finally {
      delete session.running;
    }
  };
}

async function answer(parts: Prompting, params: Json | undefined, signal: AbortSignal): Promise<Json> {
  const { script, clock } = parts;
  const checked = await checkedParams('session/prompt', params);
  const offered = parts.offered();
  if (!offered) throw invalidRequest('session/prompt came before initialize');
  const session = parts.sessions.get(checked, { open: true });
  const prompt = checked.prompt as unknown as ContentBlock[];
  checkContent(prompt, script.abilities);
  session.hear(prompt, script.echoesPrompts);
  const client = new TurnClient(parts.ask, session.id, offered, signal);
  const stopReason = await play(new Turn({ session, prompt, client, clock, signal }), script.lastWords);
  entitle(session, prompt, clock);
  return { stopReason: signal.aborted ? 'cancelled' : stopReason };
}

async function play(turn: Turn, lastWords: boolean): Promise<string> {
  try {
    turn.signal.throwIfAborted();
    return await playScene(turn);
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    if (lastWords) turn.say('I was about to say');
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
