import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
  type MessageWriter,
} from 'vscode-jsonrpc';
import { type Json, parseJson, stringifyJson } from '../json/json.js';

/** A WebSocket, of a browser or of a server: one JSON-RPC message in each text. */
export interface ControlSocket {
  send(text: string): void;
  /** Called once, before anything is sent. */
  listen(on: { text(text: string): void; closed(): void }): void;
  close(): void;
}

/** The first subprotocol that both sides name. The second one that a client offers holds its token: browsers can set no header. */
export const SUBPROTOCOL = 'proctor-control-v1';
export const TOKEN_PREFIX = 'proctor.';

/** The two ends that vscode-jsonrpc reads from and writes to. `broken` is called with what is no JSON. */
export function socketMessages(
  socket: ControlSocket,
  broken: (text: string) => void,
): { reader: MessageReader; writer: MessageWriter } {
  const reader = new SocketReader();
  socket.listen({
    text: (text) => {
      let message: Json;
      try {
        message = parseJson(text);
      } catch {
        broken(text);
        return;
      }
      reader.take(message as unknown as Message);
    },
    closed: () => reader.end(),
  });
  return { reader, writer: new SocketWriter(socket) };
}

class SocketReader extends AbstractMessageReader {
  private callback: DataCallback | undefined;
  /** What came before anybody listened. */
  private readonly early: Message[] = [];

  listen(callback: DataCallback): Disposable {
    this.callback = callback;
    for (const message of this.early.splice(0)) callback(message);
    return { dispose: () => (this.callback = undefined) };
  }

  take(message: Message): void {
    if (this.callback) this.callback(message);
    else this.early.push(message);
  }

  end(): void {
    this.fireClose();
  }
}

class SocketWriter extends AbstractMessageWriter {
  constructor(private readonly socket: ControlSocket) {
    super();
  }

  async write(message: Message): Promise<void> {
    this.socket.send(stringifyJson(message as unknown as Json));
  }

  end(): void {
    this.socket.close();
  }
}
