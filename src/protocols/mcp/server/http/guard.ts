import { isObject } from '../../../../json/json.js';
import type { Protect, Protection } from '../../../../oauth/resource-server/protection.js';
import type { HttpReply } from '../../../../oauth/resource-server/resource-server.js';
import type { Accepted } from '../../../../oauth/tokens/access.js';
import type { Carried } from '../../../../wire/carried.js';
import { PARTS, type ProtectionManner } from '../parts.js';
import type { Wire } from './wire.js';

/** The user of a request: equal texts are one user. */
export type User = string;

/**
 * What stands before the endpoints of a protected server. It answers requests for the metadata of the server, and lets a request in only if
 * its token is good for what it asks (MCP 2025-11-25 and 2026-07-28, Authorization). Requests wait until the URL of the server is known.
 */
export class Guard {
  #arrive: (protection: Protection) => void = () => {};
  readonly #protection = new Promise<Protection>((resolve) => {
    this.#arrive = resolve;
  });
  #close: () => Promise<void> | undefined = () => undefined;

  constructor(
    private readonly protect: Protect,
    private readonly manner: ProtectionManner = PARTS.protection,
  ) {}

  /** The URL of the endpoint, by which its tokens name it. */
  listensAt(url: string): void {
    const protection = this.protect(url);
    this.#close = () => protection.close?.();
    this.#arrive(protection);
  }

  /** Whose request this is; undefined if it was answered, and nothing is left to do for it. */
  async admit(carried: Carried, endpoint: string, wire: Wire): Promise<User | undefined> {
    const protection = await this.#protection;
    const { method = '', path = '', headers = {} } = carried.http ?? {};
    const head = { method, path, headers };
    const document = protection.document(head);
    if (document) return answer(wire, document);
    // Nothing is there to protect, and the endpoint says so.
    if (path.split('?')[0] !== endpoint) return '';
    const first = this.manner.first(carried);
    if (first === 'open' && headers.authorization === undefined) return '';
    if (first !== undefined && first !== 'open') return answer(wire, first);
    const result = await protection.check(head, operationOf(carried));
    return 'status' in result ? answer(wire, result) : userOf(result);
  }

  async close(): Promise<void> {
    await this.#close();
  }
}

function answer(wire: Wire, { status, headers, body }: HttpReply): undefined {
  if (body) wire.json(status, body, headers);
  else wire.empty(status, headers);
}

/** The tool that a request calls; undefined for everything else. */
function operationOf({ message }: Carried): string | undefined {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) return undefined;
  const { name } = message.params;
  return typeof name === 'string' ? name : undefined;
}

/** Who a token is from: the user of an issuer, or the client itself if the token names no user. */
function userOf({ token: { issuer = '', subject, client = '' } }: Accepted): User {
  return JSON.stringify(subject === undefined ? [issuer, 'client', client] : [issuer, 'user', subject]);
}
