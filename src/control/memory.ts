import type { Control, LiveSession } from './types.js';

/** The control channel inside of one process, as the library hands it out. */
export function memoryControl(live: LiveSession): Control {
  const undo = new Set<() => void>();
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return {
    // A caller in the same process may have no types.
    request: async (method, params) => live.request(method, (params ?? {}) as never),
    on: (name, listener) => {
      const end = live.watch((happened, params) => {
        if ((happened as string) === name) listener(params as never);
      });
      undo.add(end);
      return () => {
        undo.delete(end);
        end();
      };
    },
    closed,
    close: () => {
      for (const end of undo) end();
      undo.clear();
      close();
    },
  };
}
