import type { HttpPool } from '../../src/conversation/lanes/http-pool.js';
import type { AcquireOptions, TargetHandle } from '../../src/conversation/target.js';

/** A process that cases share. */
interface Common {
  handle: Promise<TargetHandle>;
  http: HttpPool;
  /** Cases that use it at the moment. */
  users: number;
  /** Those that have used it, oldest first. */
  served: string[];
  /** It ends as soon as nobody uses it. */
  isLeaving?: true;
}

interface SharedServersOptions {
  /** Whether the cases of a suite share a process, and not those of a pool. */
  byGroup: boolean;
  /** Whether a process that a case abandons is replaced. */
  replaces: boolean;
  /** Starts a process, for the first of the cases that share it. */
  launch(options: AcquireOptions): Promise<TargetHandle>;
  /** New connections, to one process. */
  pool(): HttpPool;
  /** The process of these connections is over. */
  over(pool: HttpPool): void;
}

/** The processes behind sockets that cases share, each over connections of its own. */
export class SharedServers {
  /** By suite, or by pool. */
  private readonly common = new Map<string, Common>();
  /** By suite: how many playings of its cases are not over yet. */
  private readonly open = new Map<string, number>();

  constructor(private readonly options: SharedServersOptions) {}

  /** So many more playings of cases of a suite will come; fewer, if it is negative. */
  expect(group: string, count: number): void {
    this.open.set(group, (this.open.get(group) ?? 0) + count);
    if (count < 0) this.part(group);
  }

  /** Whether the process for a case runs already. */
  has(options: AcquireOptions): boolean {
    return this.common.has(this.keyOf(options));
  }

  /** The process that cases share, begun by the first of them. */
  async join(options: AcquireOptions): Promise<TargetHandle> {
    const key = this.keyOf(options);
    const common = this.common.get(key) ?? {
      handle: this.options.launch(options),
      http: this.options.pool(),
      users: 0,
      served: [],
    };
    this.common.set(key, common);
    common.users++;
    const before = [...common.served];
    common.served.push(options.name);
    const forget = () => {
      if (this.common.get(key) === common) this.common.delete(key);
    };
    try {
      const handle = await common.handle;
      // One that went away is started anew for the next case.
      void handle.exited?.then(forget);
      return {
        ...handle,
        http: common.http,
        company: { process: common, before, abandon: () => this.abandon(key, common) },
        release: async (then) => {
          common.users--;
          if (common.isLeaving && common.users === 0) await this.letGo(common);
          this.part(options.group);
          await then?.();
        },
      };
    } catch (error) {
      forget();
      throw error;
    }
  }

  private abandon(key: string, common: Common): void {
    if (!this.options.replaces || this.common.get(key) !== common) return;
    this.common.delete(key);
    common.isLeaving = true;
  }

  /** A case needs the only port: what runs there ends when the last of its cases is done. */
  leave(): void {
    for (const [key, common] of this.common) {
      this.common.delete(key);
      common.isLeaving = true;
      if (common.users === 0) void this.letGo(common);
    }
  }

  /** Ends the process of a pool. */
  async dissolve(pool: string): Promise<void> {
    const common = this.common.get(pool);
    this.common.delete(pool);
    if (common) await this.letGo(common);
  }

  /** Ends all. */
  async close(): Promise<void> {
    await Promise.all([...this.common.values()].map((common) => this.letGo(common)));
  }

  /** Ends what the cases of a suite share once the last of them is over. */
  private part(group: string): void {
    if (!this.options.byGroup) return;
    const common = this.common.get(group);
    if (!common || common.users > 0 || (this.open.get(group) ?? 0) > 0) return;
    this.common.delete(group);
    void this.letGo(common);
  }

  private async letGo({ handle, http }: Common): Promise<void> {
    this.options.over(http);
    await http.client.close();
    await (await handle.catch(() => undefined))?.release();
  }

  private keyOf({ group, pool }: AcquireOptions): string {
    return this.options.byGroup ? group : pool;
  }
}
