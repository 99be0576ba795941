import type { Target } from '../../src/language/target.js';
import { type ReferenceContext, type ReferencePlay, ReferenceRunner, type Where } from './reference-runner.js';
import { ResourcePool } from './resource-pool.js';
import type { Play, Played } from './types.js';

/** Plays cases against the reference without faults, each once, and keeps what happened: what the faults are held against. */
export class CleanReference {
  private readonly played = new Map<string, Promise<ReferencePlay | undefined>>();
  private readonly runners: ResourcePool<ReferenceRunner>;

  constructor(target: Target, context: ReferenceContext, jobs: number) {
    this.runners = new ResourcePool<ReferenceRunner>(
      jobs,
      async () => new ReferenceRunner(target, context, { observed: true }),
      (runner) => runner.close(),
    );
  }

  /** The play without faults; undefined where the run was interrupted. */
  play(play: Play, where: Where = 'inside'): Promise<ReferencePlay | undefined> {
    const key = `${play.key} ${where}`;
    const known = this.played.get(key) ?? this.runners.with((runner) => runner.play(play, where));
    this.played.set(key, known);
    return known;
  }

  close(): Promise<void> {
    return this.runners.close();
  }
}

/** What is wrong with a play that should have passed, in one line; undefined where all is well. */
export function complaint({ result, wire, kit }: Played): string | undefined {
  if (result.verdict !== 'pass') return `${result.verdict}: ${result.reason ?? 'no reason was given'}`;
  if (wire.length > 0) return `broke the wire rules ${wire.join(', ')}`;
  return kit.length > 0 ? `Proctor itself: ${kit[0]}` : undefined;
}
