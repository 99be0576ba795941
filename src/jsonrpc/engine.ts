import {
  AbstractMessageReader,
  AbstractMessageWriter,
  createMessageConnection,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  type NotificationMessage,
  NullLogger,
  ParameterStructures,
  type RequestMessage,
  type ResponseMessage,
} from 'vscode-jsonrpc/node';
import type { JsonObject } from '../json/json.js';

/**
 * vscode-jsonrpc as the engine of a connection: it queues, dispatches and pairs. It was built for the language server
 * protocol, so it gives meaning to `$/cancelRequest` and `$/progress`, takes ids "1" and 1 for the same in its queue, drops
 * `params: null`, spreads arrays over arguments and forgets error codes that are no numbers. None of that may happen on our
 * wire; therefore it never sees a real message: what it carries are tokens of its own and parcels whose inside it can't read.
 */
export class Engine {
  readonly #reader = new ParcelReader();
  readonly #connection: MessageConnection;
  #tokens = 0;

  constructor() {
    this.#connection = createMessageConnection(this.#reader, new ParcelWriter(), NullLogger);
    this.#connection.onRequest(SERVE, async (parcel: Serving) => new Reply(await parcel.run(), parcel.reply));
    this.#connection.onNotification(RUN, (parcel: Running) => parcel.run());
    this.#connection.listen();
  }

  /** Queues the serving of a request. `run` must not reject; what it resolves to is given to `reply`, undefined is not. */
  serve(run: () => Promise<JsonObject | undefined>, reply: (response: JsonObject) => void): void {
    this.#tokens += 1;
    const message: RequestMessage = {
      jsonrpc: '2.0',
      id: this.#tokens,
      method: SERVE,
      params: new Serving(run, reply),
    };
    this.#reader.feed(message);
  }

  /** Queues the handling of anything that has no answer, behind all that came before it. */
  run(run: () => void | Promise<void>): void {
    const message: NotificationMessage = { jsonrpc: '2.0', method: RUN, params: new Running(run) };
    this.#reader.feed(message);
  }

  /** Asks: `send` puts the request on the wire, at once; the promise settles when `answer` is called with the same token. */
  ask(send: (token: number) => void): Promise<JsonObject> {
    return this.#connection.sendRequest<JsonObject>(ASK, ParameterStructures.byName, new Asking(send));
  }

  /** Queues the answer to what was asked. An empty object frees what a question that was given up holds. */
  answer(token: number, response: JsonObject): void {
    const message: ResponseMessage = { jsonrpc: '2.0', id: token, result: response };
    this.#reader.feed(message);
  }

  /** Drops what is queued and rejects what was asked. */
  dispose(): void {
    this.#connection.dispose();
  }
}

const SERVE = 'serve';
const RUN = 'run';
const ASK = 'ask';

class Serving {
  constructor(
    readonly run: () => Promise<JsonObject | undefined>,
    readonly reply: (response: JsonObject) => void,
  ) {}
}

class Running {
  constructor(readonly run: () => void | Promise<void>) {}
}

class Asking {
  constructor(readonly send: (token: number) => void) {}
}

class Reply {
  constructor(
    private readonly response: JsonObject | undefined,
    private readonly reply: (response: JsonObject) => void,
  ) {}

  send(): void {
    if (this.response !== undefined) this.reply(this.response);
  }
}

class ParcelReader extends AbstractMessageReader implements MessageReader {
  #callback: DataCallback = () => {};

  override listen(callback: DataCallback): Disposable {
    this.#callback = callback;
    return { dispose: () => {} };
  }

  feed(message: Message): void {
    this.#callback(message);
  }
}

class ParcelWriter extends AbstractMessageWriter implements MessageWriter {
  async write(message: Message): Promise<void> {
    if (isAsking(message)) message.params.send(message.id);
    else if (isReply(message)) message.result.send();
  }

  end(): void {}
}

function isAsking(message: Message): message is Message & { id: number; params: Asking } {
  return 'params' in message && message.params instanceof Asking;
}

function isReply(message: Message): message is Message & { result: Reply } {
  return 'result' in message && message.result instanceof Reply;
}
