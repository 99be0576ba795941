import type { Socket } from 'node:net';
import type { Clock } from '../../wire/clock/clock.js';
import type { ClockReport, ClockTurn } from '../../wire/clock/moved-clock.js';
import { eachLine, readReport } from '../../wire/clock/turn-lines.js';
import { listenForToken, type TokenPort } from '../../wire/token-port.js';
import { TargetClock } from './target-clock.js';

/** Real ms that a process gets to exit in which nothing is left to do: its exit is seen a moment after its last report. */
const EXITING = 2_000;

/** The clock of a reference in a process of its own, over a loopback socket: a turn a line of JSON, and a report. */
export class ClockServer extends TargetClock {
  protected readonly exitsOnTime = false;
  private port: TokenPort | undefined;
  private socket: Socket | undefined;
  private turns = 0;
  private waiting: { turn: number; resolve: (report: ClockReport | undefined) => void } | undefined;
  /** Resolves when the target's clock has connected, or never will. */
  private readonly arrival: Promise<void>;
  private arrive: () => void = () => undefined;

  private constructor(real: Clock) {
    super(real);
    this.arrival = new Promise((resolve) => {
      this.arrive = resolve;
    });
  }

  /**
   * Listens on loopback. The target gets `url` with `--clock`. What it says first is the token there: ports are given out again, and
   * strangers may still call the one who had it before.
   */
  static async listen(real: Clock): Promise<ClockServer> {
    const clock = new ClockServer(real);
    clock.port = await listenForToken((socket) => clock.accept(socket), real);
    return clock;
  }

  get url(): string {
    return `tcp://127.0.0.1:${this.port?.port}?token=${this.port?.token}`;
  }

  close(): void {
    void this.port?.close();
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
    // A target has one clock; whoever else has found out its token does not take it over.
    if (this.socket && !this.socket.destroyed) return void socket.destroy();
    this.socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    const take = (line: string) => {
      const report = readReport(line);
      if (report !== undefined && this.waiting?.turn === report.turn) this.waiting.resolve(report);
      return report !== undefined;
    };
    socket.on(
      'data',
      eachLine(take, () => socket.destroy()),
    );
    socket.on('close', () => {
      if (this.socket === socket) this.waiting?.resolve(undefined);
    });
    this.arrive();
  }
}
