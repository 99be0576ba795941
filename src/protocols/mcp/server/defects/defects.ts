import { type Change, changed } from '../../../../conversation/parts.js';
import { ScriptError } from '../../../../conversation/script-error.js';
import type { Protect } from '../../../../oauth/resource-server/protection.js';
import { keepAlive } from '../../../../wire/keep-alive.js';
import type { MakeHttpSession } from '../http/http-session.js';
import type { ServerParts } from '../parts.js';
import { AUTHORIZATION_DEFECTS } from './authorization.js';
import {
  broadcasting,
  cancellingWithoutConnection,
  loggingOnGet,
  replayingAll,
  respondingOnGet,
  sharingLevel,
  tellingAllOfVisits,
} from './http-sessions.js';
import { straying } from './link.js';
import { sharedTasks } from './tasks.js';

/** What a server that runs is made of. */
export interface RunningParts {
  parts: ServerParts;
  httpSession: MakeHttpSession;
  /** What asks for tokens. Default: everybody may come. */
  protect?: Protect;
  /** What keeps a server on stdio running when its input has ended, until it is told to end. Default: nothing. */
  outliving?: () => ReturnType<typeof keepAlive>;
}

const OLD = '2024-11-05';

const parts =
  (change: (parts: ServerParts) => Partial<ServerParts>): Change<RunningParts> =>
  (all) => ({ ...all, parts: { ...all.parts, ...change(all.parts) } });

const http = (change: Partial<ServerParts['http']>): Change<RunningParts> =>
  parts((all) => ({ http: { ...all.http, ...change } }));

const httpSession =
  (make: MakeHttpSession): Change<RunningParts> =>
  (all) => ({ ...all, httpSession: make });

const strays = (method: string): Change<RunningParts> =>
  parts(({ link }) => ({ link: (inner, context) => straying(link(inner, context), method, context) }));

const protection =
  (change: Change<Protect>): Change<RunningParts> =>
  ({ protect, ...all }) => ({ ...all, ...(protect && { protect: change(protect) }) });

/** Defects of the server that no change of a message on the wire can express, by name. */
const DEFECTS = {
  // The version that it supports is answered with an old one, and any other is agreed to.
  'offers-old': parts(() => ({ agree: (wanted, spoken) => (spoken.includes(wanted) ? OLD : wanted) })),
  // A resumed stream also brings the later messages of the other streams of the session.
  'replays-other-streams': httpSession(replayingAll),
  // While a GET stream is open, the response of a request leaves on it instead of on its own stream.
  'response-on-get': httpSession(respondingOnGet),
  // While a GET stream is open, log messages of a request leave on it instead of on the stream of the request.
  'logs-on-get': httpSession(loggingOnGet),
  // A notification of the session leaves on every stream that is open.
  'broadcasts-notifications': httpSession(broadcasting),
  // A request whose connection breaks is cancelled.
  'disconnect-cancels': httpSession(cancellingWithoutConnection),
  // Every request is answered with an event stream.
  'streams-everything': http({ response: 'sse' }),
  // DELETE is answered as usual, but the session lives on.
  'delete-keeps-session': http({ deletes: false }),
  // resources/updated also goes to sessions that never subscribed.
  'updates-reach-strangers': parts(({ toldOfUpdate }) => ({
    toldOfUpdate: (uri, own, others) => [
      ...toldOfUpdate(uri, own, others),
      ...[...others].filter((other) => other !== own),
    ],
  })),
  // Every client hears that a visit is over; a log level holds for every client.
  'tells-all-of-visits': (all) => ({ ...all, httpSession: tellingAllOfVisits() }),
  'shares-level': (all) => ({ ...all, httpSession: sharingLevel() }),
  // All sessions have the same tasks, whose ids count up.
  'shares-tasks': parts(() => ({ tasks: sharedTasks() })),
  // A model may use tools in a call for ever.
  'endless-tools': parts(() => ({ toolRounds: Number.POSITIVE_INFINITY })),
  // On stdio it runs on when its input has ended, until a signal ends it.
  'outlives-stdin': (all) => ({ ...all, outliving: keepAlive }),
  // After a connection broke, what the request still says is lost instead of kept for resumption.
  'forgets-resumed-stream': http({ keeps: false }),
  // Without sessions: progress, or log messages, also go to whoever listens.
  'progress-of-subscription': strays('notifications/progress'),
  'logs-to-subscriptions': strays('notifications/message'),
  ...Object.fromEntries(Object.entries(AUTHORIZATION_DEFECTS).map(([name, change]) => [name, protection(change)])),
} satisfies Record<string, Change<RunningParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** The parts with these defects. Throws a ScriptError that names an unknown one. */
export function withDefects(all: RunningParts, switches: Iterable<string> = []): RunningParts {
  const names = [...switches];
  const unknown = names.find((name) => !Object.hasOwn(DEFECTS, name));
  if (unknown !== undefined) throw new ScriptError(`Unknown switch "${unknown}"; known: ${SWITCHES.join(', ')}`);
  return changed(all, DEFECTS, names);
}
