import { randomBytes } from 'node:crypto';
import { serveControl } from '../../../../src/control/server.js';
import type { ControlResult, LiveSession } from '../../../../src/control/types.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { defaultLimits, type Limits, mockLimits } from '../../../../src/wire/limits.js';
import { stderr } from '../../../../src/wire/output.js';
import { UsageError } from '../../support/usage-error.js';
import { hasPages, pageFiles } from './page-files.js';
import { noteInspector, runningInspectors } from './running.js';

/** How the page of `--inspect` is served, as the command line says it. */
export interface InspectArguments {
  /** The page is served: true for any port. */
  inspect?: true | number;
  /** Address to listen on, if it shall not be loopback alone. */
  host?: string;
}

/** Refuses the address of a page that nobody asked for. Throws UsageError. */
export function assertInspected({ inspect, host }: InspectArguments): void {
  if (host !== undefined && inspect === undefined)
    throw new UsageError('--host is for --inspect: it says where the page listens; add --inspect');
}

/** A page that is open. */
export interface ServedInspector {
  url: string;
  /** How many pages look at it now. */
  clients(): number;
  /** Resolves once no page has looked at it for a while. */
  left(): Promise<void>;
  close(): Promise<void>;
}

type Pages = ControlResult<'page/list'>['pages'];

/** The other pages of this user. */
const othersThan = (own: string): Pages =>
  runningInspectors().flatMap(({ title, url }) => (url === own ? [] : [{ title, url }]));

/** A session that also answers `page/list`. Whoever sees a page from elsewhere gets no tokens of others. */
function withPages(live: LiveSession, pages: () => Pages): LiveSession {
  return {
    request: async (method, params) =>
      method === 'page/list' ? ({ pages: pages() } as ControlResult<typeof method>) : live.request(method, params),
    watch: (listener) => live.watch(listener),
    flush: () => live.flush?.(),
  };
}

/** A page sends little. */
const LIMITS: Limits = { ...mockLimits, message: defaultLimits.message };
/** ms without a page before nobody counts as looking: a page that is loaded again is away for a moment. */
const AWAY = 3_000;

/**
 * Serves the page of a session and prints where, once. Throws UsageError if the package was built without its pages, and rejects with
 * PortError for a port that can't be had.
 */
export async function serveInspector(
  live: LiveSession,
  { inspect = true, host }: InspectArguments,
  presence: (clients: number) => void = () => undefined,
  page: 'inspector' | 'hosted' = 'inspector',
): Promise<ServedInspector> {
  if (!hasPages()) throw new UsageError('this build has no pages: run `npm run build`');
  const token = randomBytes(16).toString('hex');
  const { title } = await live.request('session/list', {});
  let clients = 0;
  let hasVisited = false;
  let cancelAway = () => {};
  const waiting = new Set<() => void>();
  const server = await serveControl(
    withPages(live, () => (host === undefined ? othersThan(server.url) : [])),
    {
      ...{ port: inspect === true ? 0 : inspect, token, limits: LIMITS },
      ...(host === undefined ? {} : { host }),
      onExchange: pageFiles(page),
      clients: (count) => {
        clients = count;
        cancelAway();
        hasVisited ||= count > 0;
        if (count > 0) presence(count);
        else
          cancelAway = realClock.after(AWAY, () => {
            presence(0);
            for (const settle of waiting) settle();
          });
      },
    },
  );
  // The token is in the address alone, and is shown this once.
  stderr.reveal(`${page === 'hosted' ? 'page' : 'inspector'} at ${server.url}\n`);
  const forget = noteInspector({ title, url: server.url, startedAt: new Date().toISOString() });
  return {
    url: server.url,
    clients: () => clients,
    left: () => {
      // A person who sees the address may be about to open it; a host or a CI job never is.
      const isExpected = !hasVisited && stderr.isTTY;
      if (isExpected) stderr.write('it is over; the page stays until you have looked at it, or press Ctrl+C\n');
      if (clients === 0 && !isExpected) return Promise.resolve();
      return new Promise((settle) => waiting.add(settle));
    },
    close: async () => {
      cancelAway();
      forget();
      for (const settle of waiting) settle();
      live.flush?.();
      await server.close();
    },
  };
}
