import { Agent, SEARCH_TOOL } from '../agent/agent.js';
import { calls, scripted } from '../agent/model.js';
import type { PromptTurn } from '../prompt-turn.js';
import type { Strategy } from '../search/search.js';
import type { Tool } from '../tools/tool.js';
import type { Scene } from './scene.js';

const VERBS = ['create', 'delete', 'deploy', 'describe', 'export', 'import', 'list', 'query', 'restart', 'rollback'];
const NOUNS = [
  'account',
  'alert',
  'backup',
  'certificate',
  'cluster',
  'dashboard',
  'database',
  'metric',
  'queue',
  'service',
];

/** A hundred tools that a model does not get unless it searches. */
function deferredTools(): Tool[] {
  return VERBS.flatMap((verb) =>
    NOUNS.map(
      (noun): Tool => ({
        name: `${verb}_${noun}`,
        description: `Can ${verb} a ${noun}.`,
        kind: 'other',
        deferred: true,
        run: () => 'ok',
      }),
    ),
  );
}

const EAGER: Tool = { name: 'help', description: 'Says what can be done.', kind: 'other', run: () => 'ok' };

async function search(turn: PromptTurn, strategy: Strategy, query: string, times: number): Promise<void> {
  const move = calls(SEARCH_TOOL, { query });
  const model = scripted(...Array.from({ length: times }, () => move));
  await new Agent(turn, { model, tools: [EAGER, ...deferredTools()], search: strategy }).run(turn.prompt);
}

const once = (strategy: Strategy): Scene => ({
  usage: `tool-search-${strategy} QUERY`,
  play: (turn, rest) => search(turn, strategy, rest, 1),
});

/** Agents that search for tools. */
export const searchScenes: { [word: string]: Scene } = {
  'tool-search-semantic': once('semantic'),
  'tool-search-host': once('host'),
  'tool-search-bm25': once('bm25'),
  'tool-search-regex': once('regex'),
  'tool-search-again': {
    usage: 'tool-search-again QUERY',
    play: (turn, rest) => search(turn, 'semantic', rest, 2),
  },
  'tool-search-none': {
    usage: 'tool-search-none',
    async play(turn) {
      await new Agent(turn, { model: scripted(), tools: [EAGER], search: 'semantic' }).run(turn.prompt);
    },
  },
};
