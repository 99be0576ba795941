import type { Skill } from '../../../../generated/types/bridge-v1.js';
import { asObject } from '../../../../json/json.js';
import { Agent } from '../agent/agent.js';
import { calls, scripted } from '../agent/model.js';
import { HostError } from '../host/host.js';
import type { PromptTurn } from '../prompt-turn.js';
import { Catalog } from '../skills/catalog.js';
import { type Matching, rankSkills } from '../skills/match.js';
import type { Tool } from '../tools/tool.js';
import { nameAndJson, type Scene } from './scene.js';

/** The catalog of a turn, which listens to skills/update. */
function catalogOf(turn: PromptTurn): Catalog {
  const catalog = new Catalog(turn.host, turn.files, (message) => turn.warn(message));
  turn.inbox.onChanged(() => catalog.invalidate());
  return catalog;
}

const local = (name: string): Tool => ({ name, description: `The tool ${name}.`, kind: 'other', run: () => 'ok' });

const plain = (skill: Pick<Skill, 'name' | 'description' | 'body'> & Partial<Skill>): Skill => ({
  when_to_use: '',
  allowed_tools: [],
  paths: [],
  ...skill,
});

const MATCHABLE: readonly Skill[] = [
  plain({
    name: 'ship',
    description: 'Ship a production release',
    when_to_use: 'User says ship, release or deploy',
    paths: ['infra/**', 'Dockerfile'],
    body: '# Ship\nTag it, build it, roll it out.',
  }),
  plain({
    name: 'review',
    description: 'Looks over existing code for correctness',
    when_to_use: 'User asks for a review or an audit',
    body: '# Review\nRead it twice.',
  }),
];

const NOTES: readonly Skill[] = [
  plain({
    name: 'notes',
    description: 'Writes release notes',
    allowed_tools: ['read_log'],
    body: '# Notes\nOne line for each change.',
  }),
];

/** Ranks and activates the best match, before an agent begins. */
async function activateBest(
  turn: PromptTurn,
  agent: Agent,
  matching: Matching,
  skills: readonly Skill[],
): Promise<void> {
  const about = { prompt: turn.prompt, working_files: ['infra/terraform/cluster.tf'] };
  const [best] = await rankSkills(turn.host, matching, about, skills, (message) => turn.warn(message));
  const skill = skills.find(({ name }) => name === best?.name);
  if (best && skill) agent.skills.activate(skill, 1, best.reason);
}

const matched = (word: string, matching: Matching): Scene => ({
  usage: `${word} WHAT TO DO`,
  async play(turn) {
    const agent = new Agent(turn, { model: scripted(), tools: [local('read_log')] });
    await activateBest(turn, agent, matching, MATCHABLE);
    await agent.run(turn.prompt);
  },
});

/** Loads a skill from the catalog and runs an agent with it. `loaded` gets the skill as the script has it. */
async function loadAndRun(turn: PromptTurn, rest: string, loaded: (skill: Skill) => void): Promise<void> {
  const { name } = nameAndJson(rest, null);
  const catalog = catalogOf(turn);
  const ref = (await catalog.refresh()).refs.find((one) => one.name === name);
  if (!ref) return turn.say({ error: `there is no skill ${name}` });
  try {
    const agent = new Agent(turn, { model: scripted(), tools: [local('read_log'), local('edit_log'), local('tag')] });
    const skill = await catalog.load(ref);
    loaded(skill);
    agent.skills.activate(skill, 1, 'asked for');
    await agent.run(turn.prompt);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    turn.say({ error: error.message });
  }
}

/** Agents with skills. */
export const skillScenes: { [word: string]: Scene } = {
  'skill-catalog': {
    usage: 'skill-catalog',
    async play(turn) {
      const { refs, problem } = await catalogOf(turn).refresh();
      const skills = refs.map(({ name }) => name);
      turn.say(problem === undefined ? { skills } : { error: problem, skills });
    },
  },
  'skill-load': { usage: 'skill-load NAME', play: (turn, rest) => loadAndRun(turn, rest, () => {}) },
  'skill-shown': {
    usage: 'skill-shown NAME',
    play: (turn, rest) => loadAndRun(turn, rest, (skill) => turn.say({ skill: asObject(skill) })),
  },
  'skill-loop': {
    usage: 'skill-loop HOST_TOOL',
    async play(turn, rest) {
      const { name } = nameAndJson(rest, null);
      const catalog = catalogOf(turn);
      const agent = new Agent(turn, {
        model: (_, nth) => calls(name, { nth: nth + 1 }),
        tools: [{ name, description: 'A tool of the host.', kind: 'other' }],
        iterations: 4,
        async boundary() {
          turn.say({ skills: (await catalog.refresh()).refs.map((ref) => ref.name) });
        },
      });
      await agent.run(turn.prompt);
    },
  },
  'skill-match': matched('skill-match', 'host'),
  'skill-match-alias': matched('skill-match-alias', 'embedding'),
  'skill-cycle': {
    usage: 'skill-cycle',
    async play(turn) {
      const agent = new Agent(turn, {
        model: scripted(calls('read_log', {})),
        tools: [local('read_log'), local('edit_log')],
        boundary(iteration, skills) {
          if (iteration > 1) skills.deactivate('notes', iteration);
        },
      });
      await activateBest(turn, agent, 'metadata', NOTES);
      await agent.run(turn.prompt);
    },
  },
};
