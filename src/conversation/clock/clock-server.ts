import { randomUUID } from 'node:crypto';
import { createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '../../wire/clock/clock.js';
import type { ClockReport, ClockTurn } from '../../wire/clock/moved-clock.js';
import { TargetClock } from './target-clock.js';

/** Real ms that a process gets to exit in which nothing is left to do: its exit is seen a moment after its last report. */
const EXITING = 2_000;

/** The clock of a reference in a process of its own, over a loopback socket: a turn a line of JSON, and a report. */
export class ClockServer extends TargetClock {
  protected readonly exitsOnTime = false;
  private socket: Socket | undefined;
  /** What the target says first: ports are given out again, and strangers may still call the one who had it before. */
  private readonly token = randomUUID();
  private turns = 0;
  private waiting: { turn: number; resolve: (report: ClockReport | undefined) => void } | undefined;
  /** Resolves when the target's clock has connected, or never will. */
  private readonly arrival: Promise<void>;
  private arrive: () => void = () => undefined;

  private constructor(
    private readonly server: Server,
    real: Clock,
  ) {
    super(real);
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

  close(): void {
    this.server.close();
    this.socket?.destroy();
    this.arrive();
    this.waiting?.resolve(undefined);
  }

  protected connected(): Promise<void> {
    return this.arrival;
  }

  protected exiting(): Promise<void> {
    return new Promise((resolve) => this.real.after(EXITING, resolve));
  }

  protected ask(asked: ClockTurn): Promise<ClockReport | undefined> {
    const { socket } = this;
    if (!socket || socket.destroyed) return Promise.resolve(undefined);
    const turn = ++this.turns;
    return new Promise((resolve) => {
      this.waiting = { turn, resolve };
      socket.write(`${JSON.stringify({ turn, ...asked })}\n`);
    });
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
        const { turn, ...report } = JSON.parse(pending.slice(0, end)) as ClockReport & { turn: number };
        pending = pending.slice(end + 1);
        if (this.waiting?.turn === turn) this.waiting.resolve(report);
      }
    });
    const gone = () => {
      if (this.socket === socket) this.waiting?.resolve(undefined);
    };
    socket.on('close', gone);
    socket.on('error', gone);
  }
}
