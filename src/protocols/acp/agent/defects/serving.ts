import type { ServeWebSocketOptions } from '../../../../jsonrpc/serve-ws.js';

/** No connection is let in while there is one. */
export function oneAtATime(options: ServeWebSocketOptions): ServeWebSocketOptions {
  let open = 0;
  return {
    ...options,
    judge: (head) => (open > 0 ? { status: 503 } : options.judge?.(head)),
    onLink: (link, head) => {
      open += 1;
      void link.closed.then(() => {
        open -= 1;
      });
      options.onLink(link, head);
    },
  };
}

/** Every connection is taken for one that has brought a key. */
export const signingIn = (options: ServeWebSocketOptions, [key]: readonly string[]): ServeWebSocketOptions => ({
  ...options,
  onLink: (link, head) =>
    options.onLink(
      link,
      key === undefined ? head : { ...head, headers: { ...head.headers, authorization: `Bearer ${key}` } },
    ),
});
