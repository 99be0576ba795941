import { ScriptError } from '../../../conversation/script-error.js';
import { ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { A2AHarnScriptFile, Reply } from '../../../generated/types/a2a-harn-script-v1.js';
import { invalidParams } from '../errors.js';
import { played } from '../server/agent/scripted.js';
import { type Agent, SKILLS, type Skill, textOf } from '../server/agent/skills.js';
import { isTerminal } from '../server/tasks/states.js';
import { HIDDEN } from './functions.js';
import { functionOf } from './reading.js';

/** A function of the user's. Without a scripted reply for a call, it returns its input. */
const ownFunction = (description: string): Skill => ({ ...SKILLS.say!, description });

/**
 * The functions that are exported, by name, and what the replies of a script make of their calls. Throws ScriptError for an export
 * that does not exist.
 *
 * @param all the functions that the reference has
 * @param replies those of the script
 */
export function agentOf(
  all: Agent['skills'],
  { exports: listed, replies: written }: A2AHarnScriptFile,
  replies = new ScriptedReplies<Reply>(written),
): Agent {
  const exported = listed ?? Object.keys(all).filter((name) => name !== HIDDEN);
  const unknown = exported.find((one) => typeof one === 'string' && !Object.hasOwn(all, one));
  if (unknown !== undefined) throw new ScriptError(`there is no function ${JSON.stringify(unknown)} to export`);
  const skills = Object.fromEntries(
    exported.map((one) => (typeof one === 'string' ? [one, all[one]!] : [one.id, ownFunction(one.description ?? '')])),
  );
  const names = Object.keys(skills);
  return {
    skills,
    choose: (params) => {
      const text = textOf(params.message);
      const named = functionOf(params) ?? (names.length === 1 ? names[0] : undefined);
      const isMeant = (reply: Reply) => reply.function === undefined || reply.function === named;
      // A function that is not exported stays an error, whatever a reply says.
      if (named !== undefined && !Object.hasOwn(skills, named))
        throw invalidParams(`there is no function ${JSON.stringify(named)}`);
      const reply = replies.take(text, isMeant);
      if (reply) {
        const next = { take: (answer: string) => replies.take(answer, isMeant) };
        return { name: named ?? 'reply', text, skill: played(reply, next) };
      }
      if (named === undefined) throw invalidParams('say which function, there are several');
      return { name: named, text };
    },
    endsStream: isTerminal,
  };
}
