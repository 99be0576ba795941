import type { Clock } from '../../wire/clock/clock.js';
import { type HttpListener, listenHttp } from '../../wire/http/server.js';
import type { Browser } from './browser.js';

/** ms that a user may take. */
const PATIENCE = 45_000;

/** A browser outside of this process, and the place that it sends its user back to. */
export interface OutsideBrowser {
  browser: Browser;
  /** Listens on a free port of this machine (RFC 8252, section 7.3). */
  redirect(): Promise<string>;
  /** Nobody is waited for any more: visits that are under way reject. */
  close(): Promise<void>;
}

/**
 * A browser that `open` shows a page in. It comes back to a listener on loopback; the first answer counts; a second one gets
 * an error page. A visit rejects if `open` fails, or if nobody comes back in time.
 */
export function outsideBrowser(open: (page: string) => Promise<void>, clock: Clock): OutsideBrowser {
  let listening: Promise<HttpListener> | undefined;
  let arrive: ((back: URL) => void) | undefined;
  const visits = new Set<(why: Error) => void>();
  const listen = () =>
    listenHttp({
      onExchange: (exchange) => {
        const back = new URL(exchange.path, 'http://127.0.0.1');
        const isAwaited = back.pathname === '/callback' && arrive !== undefined;
        exchange.head(isAwaited ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' });
        exchange.text(isAwaited ? 'You can close this page.\n' : 'Nobody waits for this answer.\n');
        if (isAwaited) arrive?.(back);
      },
    });
  return {
    redirect: async () => {
      listening ??= listen();
      return `${(await listening).url}/callback`;
    },
    browser: (page) =>
      new Promise<URL>((resolve, reject) => {
        const end = (why: Error) => {
          cancel();
          visits.delete(end);
          reject(why);
        };
        const cancel = clock.after(PATIENCE, () => end(new Error('nobody came back from the page in time')));
        visits.add(end);
        arrive = (back) => {
          arrive = undefined;
          cancel();
          visits.delete(end);
          resolve(back);
        };
        open(page.href).catch(end);
      }),
    close: async () => {
      for (const end of visits) end(new Error('the login was given up'));
      await (await listening)?.close();
    },
  };
}
