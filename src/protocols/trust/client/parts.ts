import type { Link } from '../../../jsonrpc/link.js';
import type { Id } from '../../../jsonrpc/messages.js';
import type { Session } from './session.js';

/** A session as those use it who do what a script says. */
export type Conversation = Pick<Session, 'describe' | 'has' | 'ask'>;

/** What a client is made of. */
export interface ClientParts {
  /** A link as the client speaks over it. */
  link(link: Link): Link;
  /** The id of the next request. */
  ids(): Id;
  /** The session as what plays the script sees it. */
  conversation(session: Conversation): Conversation;
}
