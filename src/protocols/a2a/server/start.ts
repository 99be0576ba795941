import { randomUUID } from 'node:crypto';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import type { TransportName } from '../../../language/target.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import { listenHttp } from '../../../wire/http/server.js';
import { cardOf, type Offer } from './card.js';
import { Endpoint } from './endpoint.js';
import { offerOf, readPermissive, WAITS } from './permissive.js';
import { Delivery } from './push/delivery.js';
import { Hooks } from './push/hooks.js';
import { permissiveBorder } from './rewrites.js';
import { Server } from './server.js';
import { memoryStore, type TaskStore } from './tasks/store.js';

export interface StartServerOptions {
  /** Both bindings are always served; this says which of them `url` is that of. Default: http. */
  transport?: TransportName;
  /** 0, the default, lets the machine choose. */
  port?: number;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  permissive?: boolean | readonly string[];
  /** Default: in memory. */
  store?: TaskStore;
  /** Told of errors of the agent itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/**
 * Starts the reference agent on loopback. Rejects with ScriptError for another transport than HTTP and for a permissive wording that
 * is unknown, with PortError where the port can't be had.
 */
export async function startServer(options: StartServerOptions = {}): Promise<RunningMock> {
  const { transport = 'http' } = options;
  if (transport !== 'http' && transport !== 'rest')
    throw new ScriptError(`a2a/server is not spoken over ${transport}; say --transport http or --transport rest`);
  const { clock = realClock, port = 0, store = memoryStore(), failed } = options;
  const permissive = readPermissive(options.permissive);
  const border = permissiveBorder(options.border ?? openBorder, permissive);
  const offer: Offer = offerOf(permissive);
  const newId = () => randomUUID();
  const hooks = new Hooks(newId);
  const delivery = new Delivery(clock, border);
  let url = '';
  const card = () => cardOf(url, offer);
  const server = new Server({
    clock,
    offer,
    store,
    hooks,
    card,
    newId,
    waits: !permissive.has(WAITS),
    changed: (task) => {
      for (const hook of hooks.of(task.id)) delivery.post(task, hook);
    },
    failed,
  });
  const endpoint = new Endpoint({ server, offer, border, card, failed });
  const listener = await listenHttp({
    port,
    onExchange: (exchange) => endpoint.take(exchange),
    ...(failed ? { failed } : {}),
  });
  url = listener.url;
  let resolve: () => void = () => undefined;
  const done = new Promise<void>((closed) => {
    resolve = closed;
  });
  return {
    url,
    traffic: { heard: () => listener.traffic().received, said: () => listener.traffic().sent },
    done,
    close: async () => {
      server.close();
      await Promise.all([listener.close(), delivery.close()]);
      resolve();
    },
  };
}
