import type { Link } from '../../../jsonrpc/link.js';
import { BufferedListeners } from '../../../wire/buffered-listeners.js';

/** One link for conversations that follow each other on it: what comes is for the latest. */
export class SuccessiveLinks {
  #listeners = new BufferedListeners();

  constructor(private readonly link: Link) {
    link.listen((carried) => this.#listeners.emit(carried));
  }

  /** The link of the next conversation. */
  next(): Link {
    const { link } = this;
    const listeners = new BufferedListeners();
    this.#listeners = listeners;
    return {
      closed: link.closed,
      listen: (listener) => listeners.listen(listener),
      send: (message, about) => link.send(message, about),
      close: () => link.close(),
    };
  }
}
