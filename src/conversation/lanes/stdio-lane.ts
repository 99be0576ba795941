import type { Json } from '../../json/json.js';
import { stringifyJson } from '../../json/json.js';
import type { Carried } from '../../wire/carried.js';
import type { Channel } from '../channel.js';
import type { Lane, LaneHost } from '../lane.js';
import { marksOf } from '../marks.js';
import type { Outgoing } from '../stage.js';

/** The two byte streams of a process, or of the shim that stands for one. */
export interface Pipes {
  /** Writes bytes as they are; one call, one write. */
  write(bytes: Uint8Array): void;
  /** Ends our half. */
  end(): void;
  /** Tears both halves. */
  reset(): void;
  /** Ends the process that stands at our end, where the target started one. */
  exit?(code: number): void;
  /** Calls back for everything the other side says, in order, until it closed. */
  listen(listener: (carried: Carried) => void): void;
  traffic(): { sent: number; received: number };
}

/** `main` over one pair of pipes with a JSON message per line. */
export class StdioLane implements Lane {
  readonly traffic = { sent: () => this.pipes.traffic().sent, received: () => this.pipes.traffic().received };

  constructor(
    private readonly host: LaneHost,
    private readonly pipes: Pipes,
  ) {
    pipes.listen((carried) => {
      if (carried.kind === 'closed') host.main.ended = true;
      host.record('target', [host.main], carried);
    });
  }

  async send(list: Outgoing[]): Promise<void> {
    const chunks: Uint8Array[] = [];
    for (const out of list) {
      const extra = marksOf(out);
      if (out.raw) {
        this.host.record('kit', [this.host.main], { kind: 'bytes', bytes: Buffer.concat(out.raw) }, extra);
        if (list.length === 1) {
          for (const chunk of out.raw) this.pipes.write(chunk);
          return;
        }
        chunks.push(...out.raw);
      } else if (out.message !== undefined) {
        this.host.record('kit', [this.host.main], { kind: 'message', message: out.message as Json }, extra);
        chunks.push(Buffer.from(`${stringifyJson(out.message as Json)}\n`));
      }
    }
    if (chunks.length > 0) this.pipes.write(Buffer.concat(chunks));
  }

  async close(_channel: Channel, how: 'end' | 'reset' | number): Promise<void> {
    if (typeof how === 'number' && this.pipes.exit) this.pipes.exit(how);
    else if (how === 'reset') this.pipes.reset();
    else this.pipes.end();
  }

  canAnswer(): boolean {
    return !this.host.main.ended;
  }

  async end(): Promise<void> {
    this.pipes.end();
  }
}
