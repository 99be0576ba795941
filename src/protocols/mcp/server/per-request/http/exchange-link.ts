import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { Link } from '../../../../../jsonrpc/link.js';
import { BufferedListeners } from '../../../../../wire/buffered-listeners.js';
import type { Carried, Listener } from '../../../../../wire/carried.js';
import type { PerRequestRevision } from '../../../per-request.js';
import type { Wire } from '../../http/wire.js';
import type { ResponseMode } from '../../state/script.js';
import { statusOf } from '../errors.js';

/** What proxies between must know to pass events on at once (MCP 2026-07-28, Transports). */
const UNBUFFERED = { 'x-accel-buffering': 'no' };

/** The link of one exchange: a request, and what answers it as one JSON object, or as events where something precedes the response. */
export class ExchangeLink implements Link {
  readonly closed: Promise<void>;
  readonly #listeners = new BufferedListeners();
  #close: () => void = () => {};
  #streams = false;
  #over = false;

  constructor(
    private readonly wire: Wire,
    private readonly revision: PerRequestRevision,
    private readonly mode: ResponseMode,
    /** Whether the request lacks its metadata, which makes its refusal one of HTTP too. */
    private readonly lacksMetadata: boolean,
  ) {
    this.closed = new Promise((resolve) => {
      this.#close = resolve;
    });
    // A client that has gone wants no more of it (MCP 2026-07-28, Transports, Cancellation).
    void wire.closed.then(() => this.#close());
  }

  take(carried: Carried): void {
    this.#listeners.emit({ ...carried, stream: this.wire.stream });
  }

  listen(listener: Listener): void {
    this.#listeners.listen(listener);
  }

  send(message: JsonObject): void {
    if (this.#over) return;
    const isLast = !('method' in message);
    if (!isLast && this.mode === 'json') return;
    const { error } = message;
    const status = statusOf(this.revision, isObject(error) ? error.code : undefined, this.lacksMetadata);
    if (!isLast || (this.mode === 'sse' && status === 200)) this.begin();
    this.#over = isLast;
    if (this.#streams) this.wire.event(message, {}, isLast);
    else this.wire.json(status, message);
  }

  /** Answers with a stream of events, from now on. */
  begin(): void {
    if (this.#streams) return;
    this.#streams = true;
    this.wire.begin(UNBUFFERED);
  }

  close(): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#streams) this.wire.close();
    this.#close();
  }
}
