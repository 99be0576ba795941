import { asObject, stringifyJson } from '../../../../json/json.js';
import type { PromptTurn } from '../prompt-turn.js';
import { textOr } from '../read.js';
import { type Strategy, searchTools } from '../search/search.js';
import { ActiveSkills } from '../skills/active.js';
import { dispatch, type Rules } from '../tools/dispatch.js';
import type { Tool } from '../tools/tool.js';
import type { Message, Model } from './model.js';

/** What an agent is made of. */
export interface AgentSpec extends Rules {
  model: Model;
  tools?: readonly Tool[];
  /** How deferred tools are searched. The model gets a tool for it. */
  search?: Strategy;
  /** Most iterations of one run. */
  iterations?: number;
  /** Called between iterations, with the number of the one that begins. */
  boundary?(iteration: number, skills: ActiveSkills): void | Promise<void>;
}

/** The name of the tool by which a model searches. */
export const SEARCH_TOOL = 'tool_search';

const MOST_ITERATIONS = 10;

/** The loop of an agent: calls the model, runs the tools that it asks for, and goes on until it answers with text alone. */
export class Agent {
  readonly skills: ActiveSkills;
  private readonly messages: Message[] = [];
  private readonly promoted: string[] = [];
  private readonly tools: readonly Tool[];
  private calls = 0;
  private iteration = 0;

  constructor(
    private readonly turn: PromptTurn,
    private readonly spec: AgentSpec,
  ) {
    this.skills = new ActiveSkills(turn);
    const { tools = [], search } = spec;
    this.tools = search && tools.some(({ deferred }) => deferred) ? [...tools, this.searchTool(search)] : tools;
  }

  /** Runs until the model answers with text alone, or has had its iterations. With `prompt`, that is what the user says first. */
  async run(prompt?: string): Promise<void> {
    if (prompt !== undefined) this.messages.push({ role: 'user', content: prompt });
    const { iterations = MOST_ITERATIONS, boundary } = this.spec;
    for (let round = 0; round < iterations; round++) {
      this.iteration += 1;
      for (const content of this.turn.inbox.take()) this.messages.push({ role: 'user', content });
      await boundary?.(this.iteration, this.skills);
      if (await this.step()) return;
    }
  }

  /** One call of the model and what follows from it. Returns whether the agent is done. */
  private async step(): Promise<boolean> {
    const bodies = this.skills.bodies().map((content): Message => ({ role: 'system', content }));
    const offered = this.offered();
    const call = { messages: [...bodies, ...this.messages], tools: offered.map(({ name }) => name) };
    this.turn.say({ call: asObject(call) });
    const reply = this.spec.model(call, this.calls++);
    if ('text' in reply) {
      this.messages.push({ role: 'assistant', content: reply.text });
      this.turn.text(`${reply.text}\n`);
      return true;
    }
    this.messages.push({ role: 'assistant', content: stringifyJson(reply.calls) });
    const { lastCallFirst, stopsAtDenial } = this.turn.options;
    for (const { tool, args } of lastCallFirst ? reply.calls.toReversed() : reply.calls) {
      const known = offered.find(({ name }) => name === tool);
      const { kind, content } = known
        ? await dispatch(this.turn, this.spec, known, args)
        : { kind: 'failed', content: stringifyJson({ error: `there is no tool ${tool}` }) };
      this.messages.push({ role: 'tool', content });
      if (kind === 'denied' && stopsAtDenial) break;
    }
    return false;
  }

  /** The tools that the model gets: those that are not deferred, then those that a search promoted, in its order. */
  private offered(): Tool[] {
    const eager = this.tools.filter(({ deferred }) => !deferred);
    const found = this.promoted.flatMap((name) => this.tools.find((tool) => tool.name === name) ?? []);
    return [...eager, ...found].filter(({ name }) => this.skills.allows(name));
  }

  private searchTool(strategy: Strategy): Tool {
    return {
      name: SEARCH_TOOL,
      description: 'Finds tools that are not loaded yet.',
      kind: 'search',
      run: async ({ query }) => {
        const deferred = this.tools.filter((tool) => tool.deferred);
        const outcome = await searchTools(this.turn.host, strategy, textOr(query, ''), deferred);
        const fresh = outcome.tool_names.filter((name) => !this.promoted.includes(name));
        for (const name of fresh) this.promoted.push(name);
        this.turn.say({ promoted: fresh });
        return { ...outcome };
      },
    };
  }
}
