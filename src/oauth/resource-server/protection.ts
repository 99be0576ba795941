import type { HttpHead } from '../../wire/carried.js';
import type { Accepted } from '../tokens/access.js';
import type { HttpReply, ResourceServerOptions } from './resource-server.js';

/** What a server asks before it does anything for a request. `ResourceServer` is one. */
export interface Protection {
  /** The answer to a request for the metadata of the resource; undefined if the request is for something else. */
  document(head: HttpHead): HttpReply | undefined;
  /**
   * Whether a request may go on; otherwise what it is answered with. Never rejects.
   *
   * @param operation what it asks for, such as the tool that it calls
   */
  check(head: HttpHead, operation?: string): Promise<Accepted | HttpReply>;
  /** Lets go of what it holds, once the server has ended. */
  close?(): Promise<void>;
}

/** Other rules in place of those of a protected resource. */
export type AmendRules = (rules: ResourceServerOptions) => ResourceServerOptions;

/** Makes the protection of a server as soon as its URL is known: tokens and metadata name it. `amend` has the last word on its rules. */
export type Protect = (resource: string, amend?: AmendRules) => Protection;
