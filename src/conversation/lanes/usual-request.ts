import type { Json } from '../../json/json.js';
import type { Carried, HttpHead } from '../../wire/carried.js';
import type { OtherRequest } from '../peer/peer-reference.js';

/**
 * The exchange of a request that has another form, which a server may have in place of the usual one. A failure is kept until it is
 * complete, because it may only show that the server does not have this form.
 */
export class UsualRequest {
  #failure: HttpHead | undefined;
  #body: Json | undefined;
  readonly #kept: Carried[] = [];

  constructor(private readonly other: OtherRequest) {}

  /** What can be delivered of what came; or the failure's head if it shows that the server does not have the usual request. */
  hear(came: Carried): readonly Carried[] | { missing: HttpHead } {
    if (came.kind === 'http' && (came.http?.status ?? 0) >= 400) this.#failure = came.http;
    if (this.#failure === undefined) return [came];
    if (came.kind === 'message') this.#body = came.message;
    this.#kept.push(came);
    if (came.kind !== 'closed') return [];
    const isMissing = this.other.isMissing(this.#failure.status ?? 0, this.#body);
    return isMissing ? { missing: this.#failure } : this.#kept;
  }
}
