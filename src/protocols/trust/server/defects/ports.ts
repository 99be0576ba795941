import type { RunningMock } from '../../../../conversation/role-entry.js';
import { listenTcp, type TcpListener } from '../../../../wire/tcp.js';

/** Ports of this machine that a server has open, where nobody is answered. */
export class Ports {
  readonly #listeners: TcpListener[] = [];

  async open(): Promise<void> {
    this.#listeners.push(await listenTcp({ onPeer: (peer) => void peer.close() }));
  }

  /** The server with these ports: they are closed at its end. */
  of(mock: RunningMock): RunningMock {
    const done = mock.done.then(async () => {
      await Promise.all(this.#listeners.map((listener) => listener.close()));
    });
    return {
      ...mock,
      done,
      ports: () => this.#listeners.map(({ port }) => port),
      close: async () => {
        await mock.close();
        await done;
      },
    };
  }
}
