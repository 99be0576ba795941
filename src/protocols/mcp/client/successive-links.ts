import type { Link } from '../../../jsonrpc/link.js';
import { Outlet } from '../../../wire/outlet.js';

/** One link for conversations that follow each other on it: what comes is for the latest. */
export class SuccessiveLinks {
  #outlet = new Outlet();

  constructor(private readonly link: Link) {
    link.listen((carried) => this.#outlet.emit(carried));
  }

  /** The link of the next conversation. */
  next(): Link {
    const { link } = this;
    const outlet = new Outlet();
    this.#outlet = outlet;
    return {
      closed: link.closed,
      listen: (listener) => outlet.listen(listener),
      send: (message, about) => link.send(message, about),
      close: () => link.close(),
    };
  }
}
