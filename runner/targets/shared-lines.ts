import { SharedLine } from '../../src/conversation/shared/shared-line.js';
import type { AcquireOptions, TargetHandle } from '../../src/conversation/target.js';
import type { Clock } from '../../src/wire/clock/clock.js';

/** How many processes that nobody has at the moment are kept for later cases. */
const KEPT = 4;

/** A process with its connection. */
interface Kept {
  line: SharedLine;
  handle: TargetHandle;
  /** Which cases may have it. */
  key: string;
}

type Joining = AcquireOptions & Required<Pick<AcquireOptions, 'connection'>>;

/** The processes over stdio that cases have one after another. As many run as cases do at once, and a few that wait for the next one. */
export class SharedLines {
  /** Those that were used last come last. */
  private kept: Kept[] = [];

  /** @param launch starts a process for a case */
  constructor(
    private readonly launch: (options: AcquireOptions) => Promise<TargetHandle>,
    private readonly clock: Clock,
  ) {}

  /** Whether a process is there for a case that begins so. */
  has(options: Joining): boolean {
    return this.free(options) !== undefined;
  }

  /** The target for the next case of a line; it has it to itself until it is released. Throws what starting one throws. */
  async join(options: Joining): Promise<TargetHandle> {
    const key = keyOf(options);
    const free = this.free(options);
    // Nobody else takes it while the files of the case are written.
    if (free) return this.begin(free, options);
    const handle = await this.launch(options);
    if (!handle.pipes) return handle;
    const line = new SharedLine(handle.pipes, options.connection.shares, this.clock);
    const kept = { line, handle, key };
    void handle.exited?.then(() => {
      line.spend();
      this.forget(kept);
    });
    this.kept.push(kept);
    return this.begin(kept, options);
  }

  /** Ends the processes of a pool. */
  async dissolve(pool: string): Promise<void> {
    await Promise.all(this.kept.filter(({ key }) => key.startsWith(`${pool}\0`)).map((one) => this.end(one)));
  }

  /** Ends all. */
  async close(): Promise<void> {
    await Promise.all(this.kept.map((one) => this.end(one)));
  }

  private free(options: Joining): Kept | undefined {
    const { ids, first } = options.connection;
    return this.kept.find(
      ({ key, line }) => key === keyOf(options) && line.isFree && line.fits(first) && !ids.some((id) => line.used(id)),
    );
  }

  private begin(kept: Kept, { name }: Joining): TargetHandle {
    const { line, handle } = kept;
    const before = [...line.served];
    return {
      ...handle,
      pipes: line.begin(name),
      shared: true,
      company: { process: line, before, firstId: line.nextId, abandon: () => line.spend() },
      release: async (then) => {
        await line.settle();
        await then?.();
        if (line.isSpent) await this.end(kept);
        else await this.keep(kept);
      },
    };
  }

  /** It waits for the next case, as the one that was used last. */
  private async keep(kept: Kept): Promise<void> {
    this.kept = [...this.kept.filter((one) => one !== kept), kept];
    const idle = this.kept.filter(({ line }) => line.isFree);
    if (idle.length > KEPT) await this.end(idle[0]!);
  }

  private forget(kept: Kept): void {
    this.kept = this.kept.filter((one) => one !== kept);
  }

  private async end(kept: Kept): Promise<void> {
    kept.line.spend();
    this.forget(kept);
    await kept.handle.release();
  }
}

const keyOf = ({ pool, connection }: Joining) => `${pool}\0${connection.opening}`;
