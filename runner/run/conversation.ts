import type { Explored, StepData } from '../../src/conversation/explorer.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { type Case, type Step, VERBS } from '../../src/language/case.js';
import type { TargetFacts } from './target-facts.js';
import { driveWatched, type TargetRun } from './target-run.js';
import { firstReplyWait } from './waits/first-reply.js';

/** How long a whole conversation may take: it may have a call of every tool. */
const LIMIT = '120s';

/** Plays steps against a target, in a conversation that wire rules alone judge. `broken` says why it did not come to its end. */
export async function converse(targetRun: TargetRun, steps: readonly StepData[], peer: JsonObject): Promise<Explored> {
  const { transport } = targetRun.facts.target;
  const subject = caseOf(targetRun.facts, steps, peer);
  const { within } = targetRun.cases.options(transport, subject);
  const { driven, watched } = await driveWatched(targetRun, {
    ...{ transport, subject, session: 'exploration' },
    more: {
      // Each conversation may have a process of its own, and no starting of it is judged here.
      firstWord: firstReplyWait(within),
      // What comes beside what is waited for is what an exploration looks for.
      anytime: () => true,
      skipLivenessAfterTimeout: true,
      livenessDefect: 'silent',
    },
  });
  watched.end();
  const { ending, records } = driven;
  return ending.outcome.kind === 'held' ? { records } : { records, broken: ending.message };
}

function caseOf({ role }: TargetFacts, steps: readonly StepData[], peer: JsonObject): Case {
  return {
    suite: 'Exploration',
    role: role.role,
    id: `${role.role.replace('/', '.')}.exploration`,
    title: 'What the target can show',
    limit: LIMIT,
    kills: [],
    needs: { capability: [], without: [], behavior: [], transport: [], version: [] },
    peer,
    place: PLACE,
    steps: steps.map(stepOf),
    requirements: [],
  };
}

const PLACE = { file: 'exploration', line: 1, col: 1 };

/** The steps inside `repeat` and `any_order`, and the branches of `either`. */
function innerOf(verb: Step['verb'], body: Json): Pick<Step, 'steps' | 'branches'> {
  const stepsIn = (written: Json): Step[] => (written as StepData[]).map(stepOf);
  if (Array.isArray(body) && verb === 'any_order') return { steps: stepsIn(body) };
  if (Array.isArray(body) && verb === 'either')
    return { branches: body.filter(isObject).map(({ steps }) => ({ grade: 'pass', steps: stepsIn(steps!) })) };
  return isObject(body) && Array.isArray(body.steps) ? { steps: stepsIn(body.steps) } : {};
}

/** A step as it is played. The verb is the one member that is one; the others say how it is treated. */
function stepOf(written: StepData): Step {
  const verb = VERBS.find((name) => name in written);
  if (verb === undefined) throw new Error(`no verb in ${JSON.stringify(written)}`);
  const { [verb]: body, save, ...rest } = written;
  return {
    ...rest,
    ...innerOf(verb, body!),
    verb,
    body: body!,
    check: [],
    save: (save ?? {}) as Step['save'],
    place: PLACE,
  };
}
