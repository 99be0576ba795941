import type { Socket } from 'node:net';
import { connectTo } from '../sockets.js';
import { type ClockTurn, MovedClock, type Traffic } from './moved-clock.js';
import { eachLine, type Numbered, readTurn } from './turn-lines.js';

/** A clock that the kit moves over a loopback socket, in lines of JSON: that of a reference in a process of its own. */
export class VirtualClock extends MovedClock {
  /**
   * Connects to the kit's clock at `url` (`tcp://127.0.0.1:PORT?token=TEXT`). Rejects where nobody listens there. The process is not
   * kept alive by it.
   */
  static connect(url: string, traffic: Traffic): Promise<VirtualClock> {
    const { hostname, port, searchParams } = new URL(url);
    return new Promise((resolve, reject) => {
      const clock = new VirtualClock(traffic);
      const socket = connectTo({ host: hostname, port: Number(port) });
      socket.on('connect', () => {
        socket.write(`${searchParams.get('token')}\n`);
        socket.unref();
        resolve(clock);
      });
      socket.setNoDelay(true);
      socket.setEncoding('utf8');
      socket.on('error', reject);
      const take = (line: string) => {
        const turn = readTurn(line);
        if (turn !== undefined) void clock.answer(turn, socket);
        return turn !== undefined;
      };
      socket.on(
        'data',
        eachLine(take, () => socket.destroy()),
      );
    });
  }

  private async answer({ turn, ...asked }: ClockTurn & Numbered, socket: Socket): Promise<void> {
    const report = await this.take(asked);
    socket.write(`${JSON.stringify({ turn, ...report })}\n`);
  }
}
