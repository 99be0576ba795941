import type { RunningMock } from '../../../conversation/role-entry.js';
import type { Admission } from '../../../wire/http/admission.js';
import { listenHttp } from '../../../wire/http/server.js';
import type { Endpoint } from './endpoint.js';

export interface ListeningOptions {
  endpoint: Pick<Endpoint, 'take'>;
  port: number;
  /** Who may come besides this machine. */
  admission: Admission;
  /** The first segment of the path that every request must have; unset for none. */
  token: string | undefined;
  failed: ((error: unknown) => void) | undefined;
  /** What ends with the server, in this order. */
  ends: readonly (() => unknown)[];
}

/** An endpoint at a port of loopback. Rejects with PortError where the port can't be had. */
export async function listening({
  endpoint,
  port,
  admission,
  token,
  failed,
  ends,
}: ListeningOptions): Promise<RunningMock & { url: string }> {
  const listener = await listenHttp({
    port,
    admission,
    token,
    onExchange: (exchange) => endpoint.take(exchange),
    ...(failed ? { failed } : {}),
  });
  let resolve: () => void = () => undefined;
  const done = new Promise<void>((closed) => {
    resolve = closed;
  });
  const end = async () => {
    await Promise.all([...ends.map((one) => one()), listener.close()]);
    resolve();
  };
  let closing: Promise<void> | undefined;
  return {
    // Clients resolve the place of the card against it: the token must be a folder.
    url: token === undefined ? listener.url : `${listener.url}/`,
    traffic: { heard: () => listener.traffic().received, said: () => listener.traffic().sent },
    done,
    close: () => {
      closing ??= end();
      return closing;
    },
  };
}
