import type { HarnPlan } from '../../../../generated/types/harn-extensions-v1.js';
import type { PromptTurn } from '../../../acp/agent/turns/prompt-turn.js';
import type { Scene } from '../../../acp/agent/turns/scene.js';
import { harnSessionOf, tellAnd } from './playing.js';

/** The artifact that `artifact` makes its plan of. */
const ARTIFACT: HarnPlan = {
  _type: 'plan_artifact',
  schema: 'harn.plan.v1',
  title: 'Read and count',
  steps: [
    { id: 'step_1', content: 'Read the notes', status: 'in_progress' },
    { id: 'step_2', content: 'Count them', status: 'pending' },
  ],
  assumptions: ['The notes are there.'],
  open_questions: ['How many are enough?'],
  verification_commands: ['npm test'],
  approval: { state: 'not_required' },
};

/** Plans, reports of an agent, and work that is handed on (Harn guide, Typed pipeline returns). */
export const PLANS: { readonly [name: string]: Scene } = {
  artifact: {
    description: 'Makes a plan out of a plan artifact.',
    play: (turn) => tellAnd(turn, tellArtifact),
  },
  tasks: {
    description: 'Reports its tasks twice, and then a message alone.',
    play: (turn) => tellAnd(turn, tellTasks),
  },
  handover: {
    description: 'Hands its work on to somebody else.',
    play: (turn) => tellAnd(turn, handOver),
  },
};

function tellArtifact(turn: PromptTurn): void {
  harnSessionOf(turn).tell({
    sessionUpdate: 'plan',
    entries: [
      { content: 'Read the notes', priority: 'medium', status: 'in_progress' },
      { content: 'Count them', priority: 'medium', status: 'pending' },
    ],
    harnPlan: ARTIFACT,
  });
}

/** Tasks are a plan, words alone are progress (Harn extensions v1, ACP session updates). */
function tellTasks(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  for (const done of [0, 1]) {
    const entries = ['Read the notes', 'Count them'].map((content, nth) => ({
      content,
      priority: 'medium' as const,
      status: nth < done ? ('completed' as const) : ('pending' as const),
    }));
    session.tell({ sessionUpdate: 'plan', entries });
  }
  const told = { phase: 'narration', message: 'One of two is done.' };
  session.mention({ sessionUpdate: 'progress', _meta: { harn: told } });
}

function handOver(turn: PromptTurn): void {
  const session = harnSessionOf(turn);
  const handoffId = session.name('handoff');
  const artifactId = session.name('artifact');
  const handoff = {
    _type: 'handoff_artifact',
    id: handoffId,
    task: 'Review what was counted',
    target: { kind: 'persona', label: 'reviewer' },
  };
  session.mention({ sessionUpdate: 'handoff', _meta: { harn: { handoffId, artifactId, handoff } } });
}
