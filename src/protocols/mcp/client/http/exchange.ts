import type { JsonObject } from '../../../../json/json.js';
import type { Headers, HttpHead } from '../../../../wire/carried.js';
import type { ServerStream } from './server-stream.js';

/** One request over HTTP, and what is known of its response. */
export interface Exchange {
  /** What it asks for; a stream of the session, where it is a GET. */
  stream: ServerStream | undefined;
  opens: boolean;
  /** What is sent again to an older server. */
  message: JsonObject | undefined;
  /** The session that it was sent in. */
  session: string | undefined;
  head: HttpHead | undefined;
  method: string;
  /** What it was sent with. */
  headers: Headers;
  /** How often it was sent before. */
  tries: number;
  /** What comes of its refusal. */
  refused: Promise<void> | undefined;
}
