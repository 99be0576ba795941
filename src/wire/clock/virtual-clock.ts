import { connect, type Socket } from 'node:net';
import { type ClockTurn, MovedClock, type Traffic } from './moved-clock.js';

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
      const socket = connect({ host: hostname, port: Number(port) }, () => {
        socket.write(`${searchParams.get('token')}\n`);
        socket.unref();
        resolve(clock);
      });
      socket.setNoDelay(true);
      socket.setEncoding('utf8');
      socket.on('error', reject);
      let pending = '';
      socket.on('data', (chunk: string) => {
        pending += chunk;
        for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
          const line = JSON.parse(pending.slice(0, end)) as ClockTurn & { turn: number };
          pending = pending.slice(end + 1);
          void clock.answer(line, socket);
        }
      });
    });
  }

  private async answer({ turn, ...asked }: ClockTurn & { turn: number }, socket: Socket): Promise<void> {
    const report = await this.take(asked);
    socket.write(`${JSON.stringify({ turn, ...report })}\n`);
  }
}
