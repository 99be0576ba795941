import { stringifyJson } from '../../json/json.js';
import type { Pipes } from '../../wire/process/stdio.js';
import type { Channel } from '../channel.js';
import type { Lane, LaneHost } from '../lane.js';
import { notesOf } from '../record-notes.js';
import type { Outgoing } from '../stage.js';

/** What opened the connection in an earlier case. The wire rules have judged it. */
const EARLIER = { earlier: true, apart: true } as const;

/** `main` over one pair of pipes with a JSON message per line. */
export class StdioLane implements Lane {
  readonly traffic = { sent: () => this.pipes.traffic().sent, received: () => this.pipes.traffic().received };
  readonly ended: Promise<void>;
  private isOver = false;

  constructor(
    private readonly host: LaneHost,
    private readonly pipes: Pipes,
  ) {
    this.ended = new Promise((resolve) => {
      pipes.listen((carried) => {
        const isLast = carried.kind === 'closed' && !pipes.goesOn?.();
        if (isLast) {
          host.leaving?.();
          // A process that was stopped may close its pipes when the next one speaks on `main`.
          if (!this.isOver) host.main.ended = true;
        }
        host.record('target', [host.main], carried, pipes.isRepeated?.(carried) ? EARLIER : {});
        if (isLast) resolve();
      });
    });
  }

  async send(list: Outgoing[]): Promise<void> {
    const chunks: Uint8Array[] = [];
    for (const out of list) {
      const extra = notesOf(out);
      if (out.raw) {
        const bytes = Buffer.concat(out.raw);
        this.host.record('kit', [this.host.main], { kind: 'bytes', bytes }, extra);
        this.pipes.says?.(bytes);
        if (list.length === 1) {
          await this.write(out.raw);
          return;
        }
        chunks.push(...out.raw);
      } else if (out.message !== undefined) {
        const isSaid = this.pipes.says?.(out.message) === true;
        const earlier = isSaid ? EARLIER : {};
        this.host.record('kit', [this.host.main], { kind: 'message', message: out.message }, { ...extra, ...earlier });
        if (!isSaid) chunks.push(Buffer.from(`${stringifyJson(out.message)}\n`));
      }
    }
    if (chunks.length > 0) this.pipes.write(Buffer.concat(chunks));
  }

  /** Pieces arrive as pieces: what cuts a character or a message in two must not be put together on the way. */
  private async write(pieces: readonly Uint8Array[]): Promise<void> {
    if (pieces.length > 1 && this.pipes.writeApart) await this.pipes.writeApart(pieces);
    else for (const piece of pieces) this.pipes.write(piece);
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
    this.isOver = true;
    this.pipes.end();
  }
}
