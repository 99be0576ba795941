import { join } from 'node:path';
import type { Target } from '../../src/language/target.js';
import type { WireRecord } from '../../src/wire/record.js';
import { Bench, type BenchContext, withArguments } from './bench.js';
import { BorderLog, type Crossing } from './border-log.js';
import { Stations } from './stations.js';
import type { Play, Played } from './types.js';

/** A play against the reference as it is. */
export interface CleanPlay extends Played {
  records: readonly WireRecord[];
  /** What crossed the reference's border, by process. */
  crossings: Crossing[][];
}

interface Station {
  bench: Bench;
  log: BorderLog;
}

/** Plays cases against the reference without faults, each once, and keeps what happened: what the faults are held against. */
export class CleanReference {
  private readonly played = new Map<string, Promise<CleanPlay | undefined>>();
  private readonly stations: Stations<Station>;

  /** @param folder where the logs of the reference are kept */
  constructor(target: Target, context: BenchContext, jobs: number, folder: string) {
    this.stations = new Stations<Station>(
      jobs,
      async (index) => {
        const file = join(folder, `border-${target.role.replace('/', '-')}-${index}.ndjson`);
        const bench = await Bench.open(withArguments(target, ['--border-log', file], 'run'), context);
        return { bench, log: new BorderLog(file) };
      },
      ({ bench }) => bench.close(),
    );
  }

  /** The play without faults; undefined where the run was interrupted. */
  play(play: Play): Promise<CleanPlay | undefined> {
    const known = this.played.get(play.key) ?? this.stations.with((station) => this.perform(play, station));
    this.played.set(play.key, known);
    return known;
  }

  close(): Promise<void> {
    return this.stations.close();
  }

  private async perform(play: Play, { bench, log }: Station): Promise<CleanPlay | undefined> {
    // What the processes of the case before still said at their end belongs to no case.
    log.take();
    const done = await bench.play(play);
    return done && { ...done, crossings: log.take() };
  }
}

/** What is wrong with a play that should have passed, in one line; undefined where all is well. */
export function complaint({ result, wire, kit }: Played): string | undefined {
  if (result.verdict !== 'pass') return `${result.verdict}: ${result.reason ?? 'no reason was given'}`;
  if (wire.length > 0) return `broke the wire rules ${wire.join(', ')}`;
  return kit.length > 0 ? `the kit itself: ${kit[0]}` : undefined;
}
