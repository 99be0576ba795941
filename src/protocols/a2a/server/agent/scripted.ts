import { ScriptedReplies } from '../../../../conversation/scripted-replies.js';
import type { Artifact, Part } from '../../../../generated/types/a2a-0.3.0.js';
import type { A2AServerScriptFile, Reply } from '../../../../generated/types/a2a-server-script-v1.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { parseDuration } from '../../../../language/duration.js';
import { type Clock, sleep } from '../../../../wire/clock/clock.js';
import type { LiveTask } from '../tasks/live-task.js';
import { type Agent, type Skill, textOf, type Work } from './skills.js';

type Update = NonNullable<Reply['updates']>[number];
type Replies = Pick<ScriptedReplies<Reply>, 'take'>;

/** The artifact that replies give if they name none. */
const REPLY = 'reply';

/**
 * An agent with the replies and skills of a script; what they are not about is as before.
 *
 * @param replies those of the script
 */
export function scriptedAgent(
  agent: Agent,
  { replies: written, skills }: A2AServerScriptFile,
  replies: Replies = new ScriptedReplies(written),
): Agent {
  if (written === undefined && skills === undefined) return agent;
  const offered = skills?.map((skill) => (typeof skill === 'string' ? skill : skill.id));
  return {
    ...agent,
    choose: (params) => {
      const text = textOf(params.message);
      const reply = replies.take(text);
      if (reply) return { name: REPLY, text, skill: played(reply, replies) };
      const doing = agent.choose(params);
      return offered === undefined || offered.includes(doing.name) ? doing : { name: 'say', text };
    },
  };
}

/** A reply as what somebody can do. */
export function played(reply: Reply, replies: Replies): Skill {
  const { message, error, every } = reply;
  const description = 'Does what a script says.';
  if (message === undefined && error === undefined)
    return {
      description,
      works: (work) => {
        work.task.move('working');
        return play(reply, replies, work);
      },
    };
  return {
    description,
    says: async (_text, clock) => {
      if (every !== undefined) await sleep(clock, parseDuration(every));
      if (error) throw new RpcError(error.code, error.message, error.data);
      return partsOf(message!);
    },
  };
}

async function play({ updates = [], every }: Reply, replies: Replies, { task, clock }: Work): Promise<void> {
  const pause = every === undefined ? 0 : parseDuration(every);
  let isBegun = false;
  for (const update of updates) {
    if (pause > 0 && !(await sleep(clock, pause, task.signal))) return;
    const next = await show(update, task, isBegun, replies);
    if (next) return goOn(next, replies, { task, clock });
    isBegun ||= typeof update === 'string';
  }
  if (pause > 0 && !(await sleep(clock, pause, task.signal))) return;
  task.move('completed');
}

/** Shows one update. Resolves with the reply that is meant for the answer, if it was a question. */
async function show(update: Update, task: LiveTask, isBegun: boolean, replies: Replies): Promise<Reply | undefined> {
  if (typeof update === 'string') {
    task.give({ artifactId: REPLY, name: REPLY, parts: partsOf(update) }, { append: isBegun });
  } else if ('artifact' in update) {
    const { artifact, append, lastChunk } = update;
    const how = { ...(append !== undefined && { append }), ...(lastChunk !== undefined && { lastChunk }) };
    task.give({ artifactId: REPLY, ...artifact } as unknown as Artifact, how);
  } else {
    const { state, message } = update.status;
    const parts = message === undefined ? [] : partsOf(message);
    if (state !== 'input-required' && state !== 'auth-required') task.move(state, ...parts);
    else return replies.take(textOf(await task.asks(state, parts)));
  }
  return undefined;
}

/** Goes on with a task by the reply to an answer of its client. */
async function goOn(reply: Reply, replies: Replies, work: Omit<Work, 'text'> & { clock: Clock }): Promise<void> {
  const { message, error, every } = reply;
  if (message === undefined && error === undefined) return play(reply, replies, { ...work, text: '' });
  const { task, clock } = work;
  if (every !== undefined && !(await sleep(clock, parseDuration(every), task.signal))) return;
  if (error) task.move('failed', ...partsOf(error.message));
  else task.move('completed', ...partsOf(message!));
}

/** A text, or parts, as parts. */
function partsOf(said: string | readonly object[]): Part[] {
  return typeof said === 'string' ? [{ kind: 'text', text: said }] : (said as Part[]);
}
