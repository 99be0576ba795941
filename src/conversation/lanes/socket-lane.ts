import type { Carried } from '../../wire/carried.js';
import type { TcpChannel } from '../../wire/tcp.js';
import type { WebSocketChannel } from '../../wire/websocket/websocket.js';
import type { Channel } from '../channel.js';
import type { Lane, LaneHost } from '../lane.js';
import { notesOf } from '../record-notes.js';
import type { Outgoing } from '../stage.js';

/** A channel over one connection that carries messages both ways: a WebSocket, or TCP with a message per line. */
export class SocketLane implements Lane {
  readonly traffic = {
    sent: () => this.peer.traffic().sent,
    received: () => this.peer.traffic().received,
    unread: () => this.unread,
  };

  constructor(
    private readonly host: Pick<LaneHost, 'main' | 'record'>,
    private readonly peer: TcpChannel | WebSocketChannel,
    /** Our port where nothing is read before `read` is called; else undefined. */
    private unread?: number,
  ) {
    peer.listen((carried) => {
      if (carried.kind === 'closed') host.main.ended = true;
      host.record('target', [host.main], carried);
    });
  }

  async send(list: Outgoing[]): Promise<void> {
    for (const out of list) {
      const carried = carriedOf(out);
      this.host.record('kit', [this.host.main], carried, notesOf(out));
      this.peer.send(carried);
    }
  }

  /** Reads what comes, from now on. */
  read(): void {
    if (this.unread === undefined || !('resume' in this.peer)) return;
    this.unread = undefined;
    this.peer.resume();
  }

  async close(_channel: Channel, how: 'end' | 'reset' | number): Promise<void> {
    await this.peer.close(how);
  }

  canAnswer(): boolean {
    return !this.host.main.ended;
  }

  async end(signal?: AbortSignal): Promise<void> {
    const hurry = () => void this.peer.close('reset');
    signal?.addEventListener('abort', hurry, { once: true });
    await this.peer.close(signal?.aborted ? 'reset' : 'end');
    signal?.removeEventListener('abort', hurry);
  }
}

function carriedOf(out: Outgoing): Carried {
  const frame = out.frame ? { frame: out.frame as unknown as NonNullable<Carried['frame']> } : {};
  if (out.raw) return { kind: 'bytes', bytes: Buffer.concat(out.raw), ...frame };
  if (out.message === undefined) return { kind: 'frame', ...frame };
  return { kind: 'message', message: out.message, ...frame };
}
