import { StdioLane } from '../../src/conversation/lanes/stdio-lane.js';
import type { WireRecord } from '../../src/wire/record.js';
import type { Host } from './host.js';
import { LINE_ENDS } from './mutate-bytes.js';
import type { Request } from './mutate-http.js';
import { pick } from './mutate-json.js';
import type { Patience } from './patience.js';
import type { Step } from './plan.js';
import type { Reference } from './reference.js';

/** What left in one write, or as one HTTP request. */
export interface Sent {
  bytes: Uint8Array;
  http?: Request;
}

/** Our end of a transport: how what a step made of a frame gets to the reference. */
export interface Side {
  /** Everything that has left so far. */
  readonly sent: Sent[];
  send(bytes: Uint8Array, request: Request | undefined, step: Step): void;
  /** Sends a message of our own accord. */
  say(bytes: Uint8Array): void;
  /** Ends what was left half said. */
  complete(): void;
  /** Lets happen what a step waits for. */
  pause(how: Step['pause']): Promise<void>;
  /** Learns from a record of the target. */
  learn(record: WireRecord): void;
  /** Whether an answer is owed to what a record of ours asks. */
  owed(record: WireRecord): boolean;
  close(): void;
}

const LF = 0x0a;

/** stdio: lines, whole or not. */
export class LineSide implements Side {
  readonly sent: Sent[] = [];
  private readonly lane: StdioLane;
  /** What leaves with the next write. */
  private waiting: Uint8Array[] = [];
  /** The last line that left lacks its end. */
  private open = false;

  constructor(
    host: Host,
    private readonly reference: Reference,
    private readonly patience: Patience,
  ) {
    this.lane = new StdioLane(host, reference.pipes!);
  }

  send(bytes: Uint8Array, _request: Request | undefined, { end, joined }: Step): void {
    this.waiting.push(bytes, Buffer.from(pick(LINE_ENDS, end)));
    if (!joined) this.flush();
  }

  say(bytes: Uint8Array): void {
    this.waiting.push(bytes, Buffer.from('\n'));
    this.flush();
  }

  complete(): void {
    if (this.open || this.waiting.length > 0) this.waiting.push(Buffer.from('\n'));
    this.flush();
  }

  async pause(how: Step['pause']): Promise<void> {
    if (how === 'go') return;
    await this.patience.rest();
    if (how === 'time') this.reference.clock?.jump();
  }

  learn(): void {}

  owed(): boolean {
    return true;
  }

  close(): void {}

  private flush(): void {
    const bytes = Buffer.concat(this.waiting);
    this.waiting = [];
    if (bytes.length === 0) return;
    this.open = bytes.at(-1) !== LF;
    this.sent.push({ bytes });
    void this.lane.send([{ raw: [bytes] }]);
  }
}
