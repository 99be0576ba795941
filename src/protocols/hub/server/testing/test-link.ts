import { isObject, type JsonObject } from '../../../../json/json.js';
import type { SocketLink } from '../../../../jsonrpc/serve-ws.js';
import type { Carried, Listener } from '../../../../wire/carried.js';

/** A connection in memory; its test says how much waits to be read. */
export class TestLink implements SocketLink {
  backlog = 0;
  lost: undefined;
  ended: number | undefined;
  readonly heard: JsonObject[] = [];
  readonly closed = new Promise<void>(() => undefined);
  private listener: Listener = () => undefined;

  listen(listener: Listener): void {
    this.listener = listener;
  }

  says(message: JsonObject): void {
    this.listener({ kind: 'message', message: { jsonrpc: '2.0', ...message } });
  }

  /** The connection is lost. */
  leave(): void {
    this.listener({ kind: 'closed', closed: { how: 'reset' } });
  }

  send(message: JsonObject): void {
    this.heard.push(message);
  }

  sendShared({ message }: Carried): void {
    if (isObject(message)) this.heard.push(message);
  }

  drained(): Promise<void> {
    return Promise.resolve();
  }

  end(code: number): void {
    this.ended = code;
  }

  close(): void {}
}
