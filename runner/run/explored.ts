import { type ExplorableTarget, ExplorationError, type Explore } from '../../src/conversation/explorer.js';
import type { BehaviorSpec } from '../../src/language/target.js';
import { protocolOf } from '../profiles.js';
import type { Corpus } from '../types.js';
import { converse } from './conversation.js';
import type { Probed } from './probe.js';
import type { TargetRun } from './target-run.js';

/**
 * The behaviors that a target without a target file shows when it is looked at: what it lists, and what comes of reading it and of calling
 * tools that it says change nothing. Nothing else is called or prompted, because nobody has permitted it.
 */
export async function exploredBehaviors(
  targetRun: TargetRun,
  probed: Probed,
  corpus: Corpus,
  explore: Explore,
): Promise<ReadonlyMap<string, BehaviorSpec>> {
  const meant = corpus.behaviors.get(protocolOf(targetRun.facts.role.role));
  const target: ExplorableTarget = {
    transport: targetRun.facts.target.transport,
    version: targetRun.facts.version,
    advertised: probed.probe?.advertised ?? {},
    converse: (steps, peer = {}) => converse(targetRun, steps, peer),
    permits: async () => new Set(),
    cautious: true,
  };
  try {
    const { shows } = await explore(target);
    const known = [...shows].filter(([name]) => meant?.get(name)?.roles.includes(targetRun.facts.role.role));
    return new Map(known.map(([name, { gives = {} }]) => [name, { gives, args: [], env: {}, files: {} }]));
  } catch (error) {
    // The cases say what is wrong with it.
    if (error instanceof ExplorationError) return new Map();
    throw error;
  }
}
