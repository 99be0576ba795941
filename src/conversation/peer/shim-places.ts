import { defaultLimits } from '../../wire/limits.js';
import { ShimServer, type Spawned, type SpawnPlace } from './shim-server.js';

/** Processes of one name that may wait for somebody who takes them. */
const MOST_WAITING = 20;

/** One port for the shims of several places, each of which somebody else may take after another. */
export class ShimPlaces {
  private readonly takers = new Map<string, (spawned: Spawned) => void>();
  /** Spawned before somebody took them, by name. */
  private readonly waiting = new Map<string, Spawned[]>();

  private constructor(private readonly names: readonly string[]) {}

  private server!: ShimServer;

  /** Listens on loopback. @param names of the places */
  static async listen(names: readonly string[]): Promise<ShimPlaces> {
    const places = new ShimPlaces(names);
    places.server = await ShimServer.listen(defaultLimits, (spawned) => places.came(spawned));
    return places;
  }

  /** What a client is told to start. */
  commandOf(name: string): string[] {
    return [...this.server.command, name];
  }

  /** The place for whoever takes it now. */
  take(name: string): SpawnPlace {
    return {
      listen: async (_limits, onSpawn) => {
        this.takers.set(name, onSpawn);
        for (const spawned of this.waiting.get(name)?.splice(0) ?? []) onSpawn(spawned);
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
    const waiting = this.waiting.get(name) ?? [];
    this.waiting.set(name, waiting);
    waiting.push(mine);
    if (waiting.length > MOST_WAITING) waiting.shift()?.pipes.exit?.(0);
  }
}
