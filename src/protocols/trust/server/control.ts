import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { isLoopbackHost } from '../../../wire/addresses.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { connectTcp, type TcpChannel } from '../../../wire/tcp.js';
import { failed } from '../errors.js';

/** Where a runtime is controlled. */
export type Endpoint = { readonly url: string } & (
  | { readonly host: string; readonly port: number }
  | { readonly path: string }
);

/**
 * Reads the endpoint of a runtime: tcp://HOST:PORT on this machine, or unix://PATH.
 *
 * @throws RpcError -32002 for another one; nothing is sent to other machines
 */
export function endpointOf(url: string): Endpoint {
  const unix = /^unix:\/\/(\/.+)$/.exec(url);
  if (unix) return { url, path: unix[1]! };
  const tcp = /^tcp:\/\/(\[[0-9A-Fa-f:.]+\]|[^[\]:/?#@]+):(\d{1,5})\/?$/.exec(url);
  const port = Number(tcp?.[2]);
  if (!tcp || port === 0 || port > 65_535)
    throw failed(`control endpoint '${url}' is none: expected tcp://HOST:PORT or unix://PATH`);
  const host = tcp[1]!;
  if (!isLoopbackHost(host)) throw failed(`control endpoint '${url}' is not on this machine`);
  return { url, host: host.replace(/^\[|\]$/g, ''), port };
}

/**
 * Asks a runtime: one line of JSON there, one back.
 *
 * @param timeout ms for the whole of it
 * @returns the answer
 * @throws RpcError -32002 if there is none
 */
export async function askRuntime(
  endpoint: Endpoint,
  request: JsonObject,
  { clock, timeout }: { clock: Clock; timeout: number },
): Promise<JsonObject> {
  const late = () => failed(`control endpoint '${endpoint.url}' did not answer within ${timeout} ms`);
  let channel: TcpChannel | undefined;
  let isOver = false;
  return await new Promise<JsonObject>((resolve, reject) => {
    const end = (act: () => void) => {
      if (isOver) return;
      isOver = true;
      cancel();
      void channel?.close();
      act();
    };
    const cancel = clock.after(timeout, () => end(() => reject(late())));
    const heard = (message: Json | undefined) =>
      end(() => (isObject(message ?? null) ? resolve(message as JsonObject) : reject(failed(NO_ANSWER(endpoint)))));
    const { url: _, ...where } = endpoint;
    connectTcp({ ...where, clock }).then(
      (opened) => {
        channel = opened;
        if (isOver) return void opened.close();
        opened.listen((carried) => {
          if (carried.kind === 'message') heard(carried.message);
          else if (carried.kind === 'bytes' || carried.kind === 'closed') heard(undefined);
        });
        opened.send({ kind: 'message', message: request });
      },
      (error: Error) => end(() => reject(failed(`control endpoint '${endpoint.url}': ${error.message}`))),
    );
  });
}

const NO_ANSWER = ({ url }: Endpoint) => `control endpoint '${url}' gave no answer in one line of JSON`;
