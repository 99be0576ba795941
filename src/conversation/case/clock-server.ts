import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import { catchUp, round } from '../../wire/clock/catch-up.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { TargetTime } from '../stage.js';

/** How much the kit has sent to and got from the target's process, in bytes. */
export interface KitTraffic {
  sent(): number;
  received(): number;
}

interface Answer {
  turn: number;
  now: number;
  next: number | null;
  said: number;
}

/** Real ms that our own side may take for an answer before time goes on without it. */
const OWN_PATIENCE = 2_000;
/** Turns in a row in which a target had nothing to do, after which nothing can come any more. */
const STILL_TURNS = 2;

/**
 * The kit's end of a reference's clock. A step that waits drives it turn by turn: the target jumps to its next timer
 * only when it has read all that the kit sent and is quiet.
 */
export class ClockServer {
  private socket: Socket | undefined;
  /** What the target says first: ports are given out again, and strangers may still call the one who had it before. */
  private readonly token = randomUUID();
  private turn = 0;
  private time = 0;
  private waiting: { turn: number; resolve: (answer: Answer | undefined) => void } | undefined;
  private busy: Promise<unknown> = Promise.resolve();
  /** The lanes of every case that spoke with the target: its process counts the bytes of them all. */
  private readonly lanes = new Set<KitTraffic>();
  /** Bytes that the target wrote and that a torn connection swallowed. */
  private lost = 0;
  /** Resolves when the target's clock has connected, or never will. */
  private readonly arrival: Promise<void>;
  private arrive: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    private readonly real: Clock,
  ) {
    this.arrival = new Promise((resolve) => {
      this.arrive = resolve;
    });
  }

  /** Listens on loopback. The target gets `url` with `--clock`. */
  static listen(real: Clock): Promise<ClockServer> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      const clock = new ClockServer(server, real);
      server.on('connection', (socket) => clock.accept(socket));
      server.on('error', reject);
      server.listen(0, '127.0.0.1', () => resolve(clock));
    });
  }

  get url(): string {
    const address = this.server.address();
    return `tcp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}?token=${this.token}`;
  }

  /** Target time in ms since its process began. */
  now(): number {
    return this.time;
  }

  close(): void {
    this.server.close();
    this.socket?.destroy();
    this.arrive();
    this.waiting?.resolve(undefined);
  }

  /**
   * The view of one case on this clock; `traffic` is what its lane carried, read at each turn, and `owes` whether our side
   * still works on an answer: time stands still until it has said it.
   */
  timeOf(traffic: KitTraffic, owes: () => boolean = () => false): TargetTime {
    const start = this.time;
    /** A report of the target that nothing of ours has outdated; undefined where it is gone or the wait is over. */
    const report = async (signal: AbortSignal): Promise<Answer | undefined> => {
      for (;;) {
        await this.answered(owes, signal);
        const sent = traffic.sent();
        const answer = await this.step(null, signal);
        if (!answer || signal.aborted) return undefined;
        await this.answered(owes, signal);
        if (traffic.sent() === sent) return answer;
      }
    };
    this.lanes.add(traffic);
    return {
      exact: true,
      now: () => this.time - start,
      drive: async (signal, budget) => {
        let still = 0;
        // What others move the clock by is no time that this wait has had: its request may have come after it.
        let passed = 0;
        while (!signal.aborted) {
          // A report first: the jump must be the kit's own, so that what it makes happen carries the new time.
          const answer = await report(signal);
          if (!answer) await aborted(signal);
          if (!answer || signal.aborted) break;
          still = answer.next === null ? still + 1 : 0;
          if (still >= STILL_TURNS) return 'still';
          if (answer.next === null) continue;
          passed += Math.max(0, answer.next - this.time);
          if (passed > budget) return 'time';
          await this.step(answer.next, signal);
        }
        return 'time';
      },
      sleep: async (ms, signal) => {
        const until = this.time + ms;
        while (this.time < until && !signal.aborted) {
          const answer = await report(signal);
          if (!answer) return;
          await this.step(Math.min(until, answer.next ?? until), signal);
        }
      },
    };
  }

  /** Resolves once the target shows that it runs and has nothing to do; never where it is gone. */
  async alive(signal: AbortSignal): Promise<void> {
    const answer = await this.step(null, signal);
    if (!answer) await aborted(signal);
  }

  /** One turn; undefined where the target has no clock connection (any more). Turns never overlap. */
  private step(to: number | null, signal: AbortSignal): Promise<Answer | undefined> {
    const run = this.busy.then(async () => {
      // A process that has just been started connects while the first step already waits.
      if (!this.socket) await Promise.race([this.arrival, aborted(signal)]);
      return signal.aborted ? undefined : this.ask(to);
    });
    this.busy = run.catch(() => undefined);
    return run;
  }

  private async ask(to: number | null): Promise<Answer | undefined> {
    const { socket } = this;
    if (!socket || socket.destroyed) return undefined;
    const turn = ++this.turn;
    if (to !== null) this.time = Math.max(this.time, to);
    const answer = await new Promise<Answer | undefined>((resolve) => {
      this.waiting = { turn, resolve };
      socket.write(`${JSON.stringify({ turn, heard: this.total('sent'), to })}\n`);
    });
    if (!answer) return undefined;
    this.time = Math.max(this.time, answer.now);
    const missing = () => answer.said - this.total('received');
    this.lost = await catchUp(missing, this.lost, () => this.real.now());
    await round();
    return answer;
  }

  private async answered(owes: () => boolean, signal: AbortSignal): Promise<void> {
    if (!owes()) return;
    const began = this.real.now();
    while (owes() && !signal.aborted && this.real.now() - began < OWN_PATIENCE) await round();
    // What was said last is on its way to the lane.
    await round();
  }

  private total(which: 'sent' | 'received'): number {
    let sum = 0;
    for (const lane of this.lanes) sum += lane[which]();
    return sum;
  }

  private accept(socket: Socket): void {
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    let pending = '';
    socket.on('data', (chunk: string) => {
      pending += chunk;
      if (this.socket !== socket) {
        const end = pending.indexOf('\n');
        if (end < 0 && pending.length <= this.token.length) return;
        if (end < 0 || pending.slice(0, end) !== this.token) return void socket.destroy();
        pending = pending.slice(end + 1);
        this.socket = socket;
        this.arrive();
      }
      for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
        const answer = JSON.parse(pending.slice(0, end)) as Answer;
        pending = pending.slice(end + 1);
        if (this.waiting?.turn === answer.turn) this.waiting.resolve(answer);
      }
    });
    const gone = () => {
      if (this.socket === socket) this.waiting?.resolve(undefined);
    };
    socket.on('close', gone);
    socket.on('error', gone);
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  );

/** The machine's own time, for targets that we did not write. */
export function realTime(clock: Clock): TargetTime {
  const start = clock.now();
  return {
    exact: false,
    now: () => clock.now() - start,
    drive: async (signal) => {
      await aborted(signal);
      return 'time';
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, resolve);
        signal.addEventListener(
          'abort',
          () => {
            cancel();
            resolve();
          },
          { once: true },
        );
      }),
  };
}
