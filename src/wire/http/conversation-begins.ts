import { isObject, type Json, JsonProblem, parseJson } from '../../json/json.js';
import type { ServerExchange } from './exchange.js';

/** How a client shows that it has agreed on a version before, in a protocol whose conversations begin with a request. */
export interface Agreed {
  /** The header with the version, in lower case. */
  header: string;
  /** The method of the request by which a version is agreed on. */
  by: string;
  /** The versions that are agreed on so. What another version says in the header says nothing of what came before. */
  versions: readonly string[];
}

/**
 * Knows which requests without a session belong to an earlier conversation at the same address, as long as the one that is expected has not
 * begun: answers, as nothing was asked; what resumes a stream, as there was none; what has a version that nobody has agreed on here. Anything
 * else is taken for a beginning, however wrong: that is for whoever judges it.
 */
export class ConversationBegins {
  private hasBegun = false;

  constructor(private readonly agreed: Agreed | undefined) {}

  isEarlier({ headers, body }: Pick<ServerExchange, 'headers' | 'body'>): boolean {
    if (this.hasBegun) return false;
    const message = jsonOf(body);
    const method = isObject(message) ? message.method : undefined;
    const { agreed } = this;
    const version = agreed && headers[agreed.header];
    if (headers['last-event-id'] !== undefined || isAnswer(message)) return true;
    if (version !== undefined && agreed!.versions.includes(version) && method !== agreed!.by) return true;
    this.hasBegun = true;
    return false;
  }
}

const isAnswer = (message: Json | undefined): boolean =>
  Array.isArray(message)
    ? message.length > 0 && message.every(isAnswer)
    : isObject(message) && 'id' in message && !('method' in message) && ('result' in message || 'error' in message);

function jsonOf(body: Uint8Array): Json | undefined {
  if (body.length === 0) return undefined;
  try {
    return parseJson(Buffer.from(body).toString('utf8'));
  } catch (error) {
    if (error instanceof JsonProblem) return undefined;
    throw error;
  }
}
