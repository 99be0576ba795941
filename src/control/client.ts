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
      const handler = connection.onNotification(name, (params) => listener(params as never));
      return () => handler.dispose();
    },
    closed,
    close: () => {
      socket.close();
      connection.dispose();
      end();
    },
  };
}
