import type { Message, Part } from '../../../generated/types/a2a-0.3.0.js';
import type { HitlRequest } from '../../../generated/types/a2a-0.3.0-harn.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { sleep } from '../../../wire/clock/clock.js';
import { SKILLS, type Skill, textOf, type Work } from '../server/agent/skills.js';
import type { LiveTask } from '../server/tasks/live-task.js';
import type { Workflows } from './workflows.js';

/** What functions work with beside their task. */
export interface Surroundings {
  workflows: Workflows;
  newId(): string;
  /** The status of what an address answers; 0 where nobody is there. */
  get(url: string): Promise<number>;
  /** Asks a human in a task; resolves with the answer. */
  asks(task: LiveTask, hitl: JsonObject): Promise<Message>;
}

/** The functions that hold a task up until a human has answered (Harn guide, Task status). */
const PRIMITIVES = ['ask_user', 'request_approval', 'dual_control', 'escalate_to'] as const;
/** ms before an address that has refused is asked again. */
const PATIENCE = 1000;
/** The one function that is not exported unless a script says so. */
export const HIDDEN = 'hidden';

const text = (said: string): Part => ({ kind: 'text', text: said });

/** Asks a human in the metadata of the event that says that the task waits. */
export const asksInMetadata: Surroundings['asks'] = (task, hitl) =>
  task.asks('input-required', [text('Shall I go on?')], { hitl });

/** The functions of the program that the reference serves, by their names. */
export function functionsOf(around: Surroundings): { readonly [name: string]: Skill } {
  return {
    greet: { description: 'Greets whoever calls.', works: (work) => gives(work, `hello ${work.text}`) },
    count: { ...SKILLS.slow!, description: 'Counts to three, slowly.' },
    wait: SKILLS.wait!,
    throw: SKILLS.break!,
    [HIDDEN]: { description: 'Is not for callers.', works: (work) => gives(work, 'hidden') },
    ...Object.fromEntries(PRIMITIVES.map((name) => [name, asking(name, around)])),
    call: {
      description: 'Calls the address in its text, as it would a provider.',
      works: (work) => calls(work, around),
    },
    hand_on: {
      description: 'Hands its work on to somebody else.',
      works: (work) => {
        const id = around.newId();
        work.task.describe({ handoff_ids: [id], handoffs: [{ id, to: 'reviewer', reason: work.text }] });
        gives(work, 'handed on');
      },
    },
    respond: {
      description: 'Answers the next update of the workflow that its text names, and publishes that it waits for one.',
      works: async (work) => {
        work.task.move('working');
        const { workflows } = around;
        workflows.publish(work.text, 'waits-for', 'update');
        if (await workflows.respond(work.text, (name, payload) => ({ name, payload }), work.task.signal))
          work.task.move('completed');
      },
    },
  };
}

function gives({ task }: Work, said: string): void {
  if (task.state === 'submitted') task.move('working');
  task.give({ artifactId: 'result', parts: [text(said)] });
  task.move('completed');
}

function asking(name: string, { newId, asks }: Surroundings): Skill {
  return {
    description: `Holds on until a human has answered (${name}).`,
    works: async (work) => {
      work.task.move('working');
      const request: HitlRequest = { requestId: newId(), kind: name, payload: { question: 'Shall I go on?' } };
      gives(work, textOf(await asks(work.task, asObject(request))));
    },
  };
}

/** Who is refused waits for others to mend the credentials, and tries again. */
async function calls(work: Work, { get }: Surroundings): Promise<void> {
  const { task, clock } = work;
  task.move('working');
  for (let status = await get(work.text); status !== 200; status = await get(work.text)) {
    if (status !== 401) return task.move('failed', text(`The address answered with ${status}.`));
    if (task.state !== 'auth-required') task.move('auth-required', text('The provider refuses the credentials.'));
    if (!(await sleep(clock, PATIENCE, task.signal))) return;
  }
  if (task.state === 'auth-required') task.move('working');
  gives(work, 'called');
}
