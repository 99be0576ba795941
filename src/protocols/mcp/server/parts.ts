import type { CallToolResult } from '../../../generated/types/mcp-2025-11-25.js';
import type { JsonObject } from '../../../json/json.js';
import type { HttpReply } from '../../../oauth/resource-server/resource-server.js';
import type { Carried } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import { Tasks, type TasksOptions } from '../tasks/tasks.js';
import type { ServerLink } from './state/call.js';

/** The optional features that a server offers, where its script has something to offer. */
export interface Offers {
  /** Tells of changes of its lists. */
  listChanged: boolean;
  subscriptions: boolean;
  logging: boolean;
  completions: boolean;
  /** Runs calls of tools as tasks. */
  tasks: boolean;
}

/** How a server speaks Streamable HTTP. */
export interface HttpManner {
  /** Whether it assigns session ids, and knows a client again. */
  sessions: boolean;
  /** The methods of HTTP that it allows. */
  methods: readonly string[];
  /** Whether events have ids, so that a client can come back to a stream. */
  eventIds: boolean;
  /** Whether it keeps what it sends on a stream for clients that come back. */
  keeps: boolean;
  /** Whether a stream begins with an event that has an id and no data. */
  primes: boolean;
  /** Whether it closes the connection of a call before the response. */
  polls: boolean;
  /** Whether DELETE ends a session. */
  deletes: boolean;
  /** How each request is answered; unset where the script says it. */
  response: 'json' | 'sse' | undefined;
}

/** How a server that asks for tokens treats a request before it looks at the token, and somebody else's session. */
export interface ProtectionManner {
  /** What comes of a request first: an answer, or `open` if it needs no token. Default: its token is looked at. */
  first(carried: Carried): HttpReply | 'open' | undefined;
  /** The status for a request in the session of another user. */
  foreignSession: 403 | 404;
}

/** How a server without sessions ends what goes on after a request was answered. */
export interface EndingManner {
  /** ms between the acknowledgement of what a client wants of a task, and what comes of it. */
  lag: number;
  /** Whether a task ends that a client asks to end. */
  cancelsTasks: boolean;
  /** How it ends subscriptions over pipes: it cancels them, answers them, or says nothing of them. */
  subscriptions: 'cancels' | 'answers' | 'silent';
}

/** A session as those see it who tell of updates. */
interface Subscriber {
  readonly state: { readonly subscriptions: ReadonlySet<string> };
}

/** Where a link leads. */
export interface LinkContext {
  clock: Clock;
  /** Tells all who listen to a server without sessions. */
  tellAll?: (method: string, params: JsonObject) => void;
}

/** What a server is made of beside its script. */
export interface ServerParts {
  offers: Offers;
  http: HttpManner;
  protection: ProtectionManner;
  ending: EndingManner;
  /** The version that a session is in, by the one that the client wants and those that the server speaks, the latest first. */
  agree(wanted: string, spoken: readonly string[]): string;
  /** The sessions that are told of the update of a resource that `own` has caused. */
  toldOfUpdate<S extends Subscriber>(uri: string, own: S, others: ReadonlySet<S>): readonly S[];
  /** The tasks of a session. */
  tasks(options: TasksOptions): Tasks<CallToolResult>;
  /** How often a model may use tools in one call before it has to answer. */
  toolRounds: number;
  /** A link as a session sees it. */
  link(link: ServerLink, context: LinkContext): ServerLink;
}

export const PARTS: ServerParts = {
  offers: { listChanged: true, subscriptions: true, logging: true, completions: true, tasks: true },
  http: {
    sessions: true,
    methods: ['GET', 'POST', 'DELETE'],
    eventIds: true,
    keeps: true,
    primes: true,
    polls: false,
    deletes: true,
    response: undefined,
  },
  protection: { first: () => undefined, foreignSession: 404 },
  ending: { lag: 0, cancelsTasks: true, subscriptions: 'cancels' },
  agree: (wanted, spoken) => (spoken.includes(wanted) ? wanted : spoken[0]!),
  toldOfUpdate: (uri, own) => (own.state.subscriptions.has(uri) ? [own] : []),
  tasks: (options) => new Tasks(options),
  toolRounds: 5,
  link: (link) => link,
};
