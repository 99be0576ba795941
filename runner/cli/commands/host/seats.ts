import { ShimPlaces } from '../../../../src/conversation/peer/shim-places.js';
import type { Agreed } from '../../../../src/wire/http/conversation-begins.js';
import { listenAtPlaces } from '../../../../src/wire/http/places.js';
import type { Seat } from '../../../targets/hosted/playing.js';
import type { Found, HostedTransport } from './configurations.js';

export interface SeatsOptions {
  transport: HostedTransport;
  count: number;
  /** 0 lets the machine choose. */
  port: number;
  host?: string;
  /** The first segment of every address. */
  key: string;
  /** The header that names the session of a request. */
  session?: string;
  /** How a request without a session shows that its conversation began before. */
  agreed?: Agreed;
  /** The path below an address at which a server is served over HTTP. */
  path?: string;
}

/** The servers of a hosted run, and where the client finds each. */
export interface Seats {
  seats: Seat[];
  found: Found[];
  close(): void | Promise<void>;
}

/** Makes ready for a client that a person starts. Rejects with PortError. */
export async function openSeats({ transport, count, path = '', ...options }: SeatsOptions): Promise<Seats> {
  const names = Array.from({ length: count }, (_, index) => `proctor-${index + 1}`);
  if (transport === 'stdio') {
    const shims = await ShimPlaces.listen(names);
    return {
      seats: names.map((name) => ({
        name,
        get place() {
          return { spawns: shims.take(name) };
        },
      })),
      found: names.map((name) => ({ name, command: shims.commandOf(name) })),
      close: () => shims.close(),
    };
  }
  const places = await listenAtPlaces({ ...options, names });
  const urlOf = (name: string) =>
    transport === 'ws' ? places.urlOf(name).replace(/^http/, 'ws') : `${places.urlOf(name)}${path}`;
  return {
    seats: names.map((name) => ({
      name,
      get place() {
        return { http: places.take(name) };
      },
    })),
    found: names.map((name) => ({ name, url: urlOf(name) })),
    close: () => places.close(),
  };
}
