import type { FileArgument } from '../../../generated/types/mcp-client-script-v1.js';
import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { ExitInfo, Headers } from '../../../wire/carried.js';
import type { Clock } from '../../../wire/clock/clock.js';
import type { PeerProgram } from '../../../wire/process/stdio.js';
import type { Opening } from './agent-loop.js';
import type { ClientAnswers } from './answers.js';
import type { ServerCards } from './cards.js';
import type { Conversation } from './conversation.js';
import type { FileOptions } from './files.js';
import type { LazyManner } from './lazy/lazy-server.js';
import type { SkillManner } from './lazy/skills.js';
import type { LoginManner } from './login/login.js';
import type { Action, ClientScript } from './script.js';
import type { TaskHabits } from './tasks/habits.js';

/** How a client speaks Streamable HTTP. */
export interface HttpManner {
  /** Whether it opens a stream of its own. */
  listens: boolean;
  /** Whether it ends its session. */
  saysGoodbye: boolean;
  /** Whether it closes the exchange of a request that it has cancelled. */
  closesCancelled: boolean;
  /** The headers that have a token. */
  credential(token: string): Headers;
  /** How often a request is sent again because it was refused. */
  mostTries: number;
  /** Writes the headers of a request in another way. */
  worded(headers: Headers): Headers;
  /** Writes the path of a request with these headers in another way. */
  addressed(path: string, headers: Headers): string;
  /** The headers with which a request goes to the place that its answer names; undefined if it does not. */
  moved(to: URL, from: URL, headers: Headers): Headers | undefined;
}

/** What a client is made of. */
export interface ClientParts {
  script: ClientScript;
  clock: Clock;
  /** Working directory. */
  cwd: string;
  /** Where words about what went wrong go. */
  warn(text: string): void;
  cards: ServerCards;
  /** The cards that it looks at, if these actions need no connection to a server. */
  cardsAlone(actions: readonly Action[]): string[] | undefined;
  /** The id of the next request. */
  ids(): Id;
  /** A link as a conversation sees it. */
  link(link: Link, overHttp: boolean): Link;
  /** What it answers to its server, in place of the usual answers. */
  answers(usual: ClientAnswers): ClientAnswers;
  /** How it follows calls that go on as tasks. */
  tasks: TaskHabits;
  /** A conversation without sessions as the client has it. */
  perRequest(conversation: Conversation): Conversation;
  /** The whole conversation as what plays the script sees it. */
  conversation(conversation: Conversation): Conversation;
  http: HttpManner;
  login: LoginManner;
  /** How it treats a server that it starts when it needs it. */
  lazy: LazyManner;
  /** What skills do with the servers that they need. */
  skills: SkillManner;
  /** A file as an argument. */
  file(file: FileArgument, options: FileOptions): Promise<string>;
  /** A server beside the first can't be spoken with; throws if the client can't do without it. */
  leftOut(error: unknown, url: string): void;
  /** What a model is told first, with the instructions of the server. */
  opening: Opening;
  /** Ends a server that it started. `closes` closes its stdin. */
  stop(server: PeerProgram, closes: () => void): Promise<ExitInfo>;
}
