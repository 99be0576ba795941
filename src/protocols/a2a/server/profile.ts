import type { Codec } from '../../../conversation/codec/codec.js';
import type { Json, JsonObject } from '../../../json/json.js';
import type { RpcError } from '../../../jsonrpc/rpc-error.js';
import type { Headers } from '../../../wire/carried.js';
import type { Caller } from './server.js';

/** A request in terms of A2A itself. */
export interface Read {
  method: string;
  params: JsonObject;
}

/** What a server serves beside A2A 0.3.0 itself, and what it writes in another way. */
export interface Profile {
  /** How REST is read and written. */
  codec: Codec;
  /** Whether a path that is none of JSON-RPC is one of REST. Default: those below /v1, and those that `route` knows. */
  servesRest?(path: string): boolean;
  /** The method of a request over REST at a path that A2A does not have; undefined where there is none. */
  route(verb: string, path: string): string | undefined;
  /** What the reply to a request has for headers, by its method, path and headers. */
  headers(method: string, path: string, asked: Headers): Headers;
  /** The card as it is published. Default: as it is. */
  published?(card: JsonObject): JsonObject;
  /** What the reply with the card has for headers, beside its type. Default: none. */
  cardHeaders?(card: JsonObject): Headers;
  /** What is at other paths, for everybody. Default: nothing. */
  documents?: { readonly [path: string]: () => JsonObject };
  /** Why a request with these headers, at this path, is refused before it is read. Default: none is. */
  refusal?(headers: Headers, path: string): RpcError | undefined;
  /** Reads a request; its params are judged. Rejects with RpcError. */
  read(method: string, params: Json | undefined): Promise<Read>;
  /** The methods that A2A does not have. */
  handlers: { readonly [method: string]: (params: JsonObject, caller: Caller) => Json | Promise<Json> };
  /** A result or an event of a method, as `read` names it, in the form of the profile. */
  written(result: Json, method: string): Json;
  /** An error with the code that it has in the profile. */
  refused(error: RpcError): RpcError;
  /** What somebody gets who may not come in, in place of an error; undefined where it is one. */
  denied(method: string, params: Json | undefined): Json | undefined;
}
