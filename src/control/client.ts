import { createMessageConnection, ResponseError } from 'vscode-jsonrpc';
import { type ControlSocket, socketMessages } from './socket-messages.js';
import { type Control, ControlProblem } from './types.js';

/**
 * The control channel over a socket that is open. Whoever calls it has loaded `vscode-jsonrpc/node` or `vscode-jsonrpc/browser` before, by
 * which the library learns where it runs.
 */
export function connectControl(socket: ControlSocket): Control {
  const { reader, writer } = socketMessages(socket, () => socket.close());
  const connection = createMessageConnection(reader, writer);
  let end = () => {};
  const closed = new Promise<void>((resolve) => {
    end = resolve;
  });
  // The library knows one handler for each name.
  const listeners = new Map<string, Set<(params: never) => void>>();
  connection.onNotification((name, params) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(params as never);
  });
  connection.onClose(() => end());
  connection.listen();
  return {
    request: (method, params) =>
      // Positional params are not in the schemas: an object is sent as it is.
      connection.sendRequest<never>(method, params ?? {}).catch((error: unknown) => {
        if (error instanceof ResponseError) throw new ControlProblem(error.message, error.code);
        throw error;
      }),
    on: (name, listener) => {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all);
      // One that is given twice is called twice.
      const mine = (params: never) => listener(params);
      all.add(mine);
      return () => void all.delete(mine);
    },
    closed,
    close: () => {
      socket.close();
      connection.dispose();
      end();
    },
  };
}
