import fc from 'fast-check';
import { converse, type Outcome, type Setting } from './conversation.js';
import type { Problem } from './judge.js';
import { type Plan, plans } from './plan.js';
import { named, reduced } from './reduce.js';
import { type Endpoint, variantsOf } from './reference.js';

/** Conversations of one batch: a batch has a seed of its own, with which it can be played again alone. */
const BATCH = 50;
/** A mistake of the reference with the smallest conversation found that shows it. */
export interface Finding {
  problem: Problem;
  /** Of the batch. */
  seed: number;
  plan: Plan;
  outcome: Outcome;
  variant: boolean | readonly string[];
}

export interface CampaignOptions {
  setting: Setting;
  endpoint: Endpoint;
  /** How many frames shall leave, at least. */
  frames: number;
  seed: number;
  /** Steps of one conversation, at most. */
  steps: number;
  /** Different findings after which it gives up. */
  most: number;
  /** Waits less long for what may never come, where only finding something counts. */
  hurried?: boolean;
  /** Told of a mistake before it is made smaller, which may take a while. */
  met(problem: Problem): void;
  /** Told of each conversation before it begins, by the seed of its batch. */
  begins?(seed: number): void;
  /** Takes what went wrong in this process outside everything since the last call. */
  crashes(): string[];
}

export interface CampaignResult {
  findings: Finding[];
  frames: number;
  conversations: number;
}

/** The seed of a batch: 32 bits, different for each. */
const seedOf = (seed: number, batch: number): number => (seed + Math.imul(batch, 0x9e3779b1)) | 0;

/** Plays conversations until enough frames have left. Each kind of mistake is shrunk and reported once. */
export async function campaign(options: CampaignOptions): Promise<CampaignResult> {
  const { setting, steps } = options;
  const { traffic, transport, subject } = setting;
  const variants = variantsOf(subject.entry);
  const arbitrary = plans(traffic, { transport, variants: variants.length, steps });
  const result: CampaignResult = { findings: [], frames: 0, conversations: 0 };
  const known = new Set<string>();

  /** The first mistake in a conversation that is not known yet; `only` looks for one alone. */
  const look = async (
    plan: Plan,
    only?: string,
    hurried = options.hurried ?? false,
  ): Promise<{ problem: Problem | undefined; outcome: Outcome }> => {
    const outcome = await play(plan, options, hurried);
    result.frames += outcome.frames;
    result.conversations += 1;
    const problem = outcome.problems.find(({ key }) => (only === undefined ? !known.has(key) : key === only));
    return { problem, outcome };
  };

  for (let batch = 0; result.frames < options.frames && result.findings.length < options.most; batch += 1) {
    const seed = seedOf(options.seed, batch);
    let found: { plan: Plan; problem: Problem } | undefined;
    const begins = () => options.begins?.(seed);
    const property = fc.asyncProperty(arbitrary, async (plan) => {
      if (result.frames >= options.frames) return true;
      begins();
      const { problem } = await look(plan, undefined, known.size > 0 || options.hurried);
      if (problem) found = { plan, problem };
      return !problem;
    });
    // Plans get smaller in a way of their own.
    await fc.check(property, { seed, numRuns: BATCH, endOnFailure: true });
    if (!found) continue;
    const { problem, plan } = found as { plan: Plan; problem: Problem };
    known.add(problem.key);
    options.met(problem);
    const fails = async (smaller: Plan) => {
      begins();
      return (await look(smaller, problem.key, true)).problem !== undefined;
    };
    const small = await reduced(named(plan, traffic), fails);
    const last = await look(small, problem.key);
    const text = last.problem?.text ?? `${problem.text} (not the second time)`;
    result.findings.push({
      problem: { key: problem.key, text },
      seed,
      plan: small,
      outcome: last.outcome,
      variant: variants[small.variant] ?? false,
    });
  }
  return result;
}

async function play(plan: Plan, { setting, endpoint, crashes }: CampaignOptions, hurried: boolean): Promise<Outcome> {
  try {
    const reference = await endpoint.start(plan.variant);
    const outcome = await converse(setting, reference, plan, hurried);
    for (const crash of crashes())
      outcome.problems.unshift({ key: `crash ${crash.split('\n')[0]}`, text: `it crashed: ${crash}` });
    return outcome;
  } catch (error) {
    return {
      problems: [
        { key: 'fuzzer', text: `it could not be played: ${error instanceof Error ? error.stack : String(error)}` },
      ],
      sent: [],
      frames: 0,
    };
  }
}
