import type { Carried } from '../../wire/carried.js';
import { defaultLimits } from '../../wire/limits.js';
import type { Pipes } from '../../wire/process/stdio.js';
import { ShimServer, type Spawned, type SpawnPlace } from './shim-server.js';

/** Processes of one name that may wait for somebody who takes them. */
const MOST_WAITING = 20;

/** One port for the shims of several places, each of which somebody else may take after another. */
export class ShimPlaces {
  private readonly takers = new Map<string, (spawned: Spawned) => void>();
  /** Spawned before somebody took them, by name. */
  private readonly waiting = new Map<string, Set<Spawned>>();

  private constructor(private readonly names: readonly string[]) {}

  private server!: ShimServer;

  /** Listens on loopback. @param names of the places */
  static async listen(names: readonly string[]): Promise<ShimPlaces> {
    const places = new ShimPlaces(names);
    places.server = await ShimServer.listen(defaultLimits, (spawned) => places.came(spawned));
    return places;
  }

  /** The command by which a client starts a server. */
  commandOf(name: string): string[] {
    return [...this.server.command, name];
  }

  /** The place for whoever takes it now. */
  take(name: string): SpawnPlace {
    return {
      listen: async (_limits, onSpawn) => {
        this.takers.set(name, onSpawn);
        const waiting = [...(this.waiting.get(name) ?? [])];
        this.waiting.delete(name);
        for (const spawned of waiting) onSpawn(spawned);
        return {
          command: this.commandOf(name),
          close: () => void (this.takers.get(name) === onSpawn && this.takers.delete(name)),
        };
      },
    };
  }

  close(): void {
    this.server.close();
  }

  private came(spawned: Spawned): void {
    const [name = '', ...args] = spawned.args;
    if (!this.names.includes(name)) {
      spawned.stderr(`proctor: there is no server ${JSON.stringify(name)} in this run\n`);
      spawned.pipes.exit?.(64);
      return;
    }
    const mine = { ...spawned, args };
    const taker = this.takers.get(name);
    if (taker) {
      taker(mine);
      return;
    }
    const waiting = this.waiting.get(name) ?? new Set();
    this.waiting.set(name, waiting);
    const kept: Spawned = { ...mine, pipes: keeping(mine.pipes, () => waiting.delete(kept)) };
    waiting.add(kept);
    const [oldest] = waiting;
    if (waiting.size <= MOST_WAITING || !oldest) return;
    waiting.delete(oldest);
    oldest.pipes.exit?.(0);
  }
}

/**
 * Pipes that keep what comes until somebody listens: as much as the limits of a shim allow.
 *
 * @param ended called if the other side ends before that
 */
function keeping(pipes: Pipes, ended: () => void): Pipes {
  const kept: Carried[] = [];
  pipes.listen((carried) => {
    kept.push(carried);
    if (carried.kind === 'closed') ended();
  });
  return {
    ...pipes,
    listen: (listener) => {
      pipes.listen(listener);
      for (const one of kept.splice(0)) listener(one);
    },
  };
}
