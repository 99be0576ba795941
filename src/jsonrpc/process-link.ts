import type { JsonObject } from '../json/json.js';
import { BufferedListeners } from '../wire/buffered-listeners.js';
import { type Border, type Carried, openBorder } from '../wire/carried.js';
import { encodeLine } from '../wire/ndjson.js';
import type { Pipes } from '../wire/process/stdio.js';
import type { Link } from './link.js';

export interface ProcessLinkOptions {
  border?: Border;
  /** Ends this process as an `exit` of the border demands. Default: for real. */
  exit?: (code: number | null, signal: string | null) => void;
}

/**
 * The client side of stdio: a link to a process that we started, JSON lines in both directions. Everything passes the border:
 * `message` goes out as one line (as `text` where the border sets it), `bytes` as they are, `closed` ends the stdin of the
 * process, `exit` ends our own. `close` ends its stdin too; what it still says is heard.
 */
export function linkToProcess(
  pipes: Pipes,
  { border = openBorder, exit = exitForReal }: ProcessLinkOptions = {},
): Link {
  const listeners = new BufferedListeners();
  let resolve: () => void = () => {};
  const closed = new Promise<void>((done) => {
    resolve = done;
  });
  const emit = ({ kind, message, text, bytes, exit: info }: Carried) => {
    if (kind === 'exit') exit(info?.code ?? null, info?.signal ?? null);
    else if (kind === 'message') pipes.write(encodeLine(message ?? null, text));
    else if (kind === 'bytes') pipes.write(bytes ?? new Uint8Array());
    else if (kind === 'closed') pipes.end();
  };
  pipes.listen((carried) =>
    border.hears(carried, (heard) => {
      listeners.emit(heard);
      if (heard.kind === 'closed') resolve();
    }),
  );
  return {
    closed,
    close: () => pipes.end(),
    listen: (listener) => listeners.listen(listener),
    send: (message: JsonObject) => border.sends({ kind: 'message', message }, emit),
  };
}

function exitForReal(code: number | null, signal: string | null): void {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 0);
}
