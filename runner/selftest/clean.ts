import type { Target } from '../../src/language/target.js';
import { Bench, type BenchContext, type BenchPlay, type Where } from './bench.js';
import { ResourcePool } from './resource-pool.js';
import type { Play, Played } from './types.js';

/** Plays cases against the reference without faults, each once, and keeps what happened: what the faults are held against. */
export class CleanReference {
  private readonly played = new Map<string, Promise<BenchPlay | undefined>>();
  private readonly benches: ResourcePool<Bench>;

  constructor(target: Target, context: BenchContext, jobs: number) {
    this.benches = new ResourcePool<Bench>(
      jobs,
      async () => new Bench(target, context, { observed: true }),
      (bench) => bench.close(),
    );
  }

  /** The play without faults; undefined where the run was interrupted. */
  play(play: Play, where: Where = 'inside'): Promise<BenchPlay | undefined> {
    const key = `${play.key} ${where}`;
    const known = this.played.get(key) ?? this.benches.with((bench) => bench.play(play, where));
    this.played.set(key, known);
    return known;
  }

  close(): Promise<void> {
    return this.benches.close();
  }
}

/** What is wrong with a play that should have passed, in one line; undefined where all is well. */
export function complaint({ result, wire, kit }: Played): string | undefined {
  if (result.verdict !== 'pass') return `${result.verdict}: ${result.reason ?? 'no reason was given'}`;
  if (wire.length > 0) return `broke the wire rules ${wire.join(', ')}`;
  return kit.length > 0 ? `the kit itself: ${kit[0]}` : undefined;
}
