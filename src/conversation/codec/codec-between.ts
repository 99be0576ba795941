import { BoundedMap } from '../../bounded/bounded-map.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import type { Border, Carried, HttpHead } from '../../wire/carried.js';
import { isSame, isUnchanged } from '../../wire/carry.js';
import { mediaType } from '../../wire/http/headers.js';
import { EVENT_STREAM } from '../../wire/http/sse.js';
import type { Codec, HttpPart } from './codec.js';

/** Exchanges whose response is still to come, as they are remembered. */
const MOST_OPEN = 10_000;

interface Asked {
  message: JsonObject;
  /** Writes bodies in the form that the body of the request had. */
  codec: Codec;
  /** What stands in the path before what the codec reads. */
  base: string;
  /** Of the response, once it is known. */
  head?: HttpHead;
}

/**
 * Reads HTTP as it passes between a client and a server, as the messages of a codec. Each exchange needs its own `stream`, which becomes the id
 * of its request. The exact text stays beside the message. What is no message of the codec becomes a body.
 */
export class CodecBetween {
  private readonly asked = new BoundedMap<string, Asked>(MOST_OPEN);

  constructor(private readonly codec: Codec) {}

  /** What a client sent. */
  request(carried: Carried): Carried {
    const { http, stream = '' } = carried;
    if (http?.method === undefined || carried.kind === 'bytes') return carried;
    const body = bodyOf(carried);
    const found = typeof body === 'string' ? undefined : this.route(http, body);
    if (found === undefined) return CodecBetween.asBody(carried);
    const { read, base } = found;
    const message: JsonObject = { jsonrpc: '2.0', id: stream, ...read };
    const codec = body === undefined ? this.codec : (this.codec.like?.(body, 'request') ?? this.codec);
    this.asked.set(stream, { message, codec, base });
    return asMessage(carried, message);
  }

  /** Whether the request of an exchange was one of the codec. */
  knows(stream = ''): boolean {
    return this.asked.get(stream) !== undefined;
  }

  /** What a server sent. */
  response(carried: Carried): Carried {
    const asked = this.asked.get(carried.stream ?? '');
    if (asked === undefined) return CodecBetween.asBody(carried);
    if (carried.http !== undefined) asked.head = carried.http;
    const { kind } = carried;
    // Of a stream the head comes alone.
    const isStream = mediaType(asked.head?.headers ?? {}) === EVENT_STREAM;
    const mayBeMessage = kind === 'message' || kind === 'body' || (kind === 'http' && !isStream);
    const body = bodyOf(carried);
    // A page that says why there is no answer is none of the protocol.
    if (!mayBeMessage || typeof body === 'string') return carried;
    const read = this.codec.read({ ...asked.head, ...(body === undefined ? {} : { body }) }, asked.message);
    return read === undefined ? CodecBetween.asBody(carried) : asMessage(carried, { jsonrpc: '2.0', ...read });
  }

  /** What is no message of the codec is a document. */
  static asBody(carried: Carried): Carried {
    if (carried.kind !== 'message') return carried;
    const { message = null, text: _, ...rest } = carried;
    return { ...rest, kind: 'body', body: message };
  }

  /** A border over messages of the codec, as one over what HTTP carries. What it lets pass comes out as it went in. */
  static border(codec: Codec, inner: Border): Border {
    const between = new CodecBetween(codec);
    const through =
      (pass: Border['sends'], read: (carried: Carried) => Carried): Border['sends'] =>
      (carried, emit) => {
        const message = read(carried);
        pass(message, (emitted) =>
          emit(isUnchanged(message, emitted) ? carried : between.written(emitted, message, carried)),
        );
      };
    return {
      sends: through(
        (carried, emit) => inner.sends(carried, emit),
        (carried) => between.response(carried),
      ),
      hears: through(
        (carried, deliver) => inner.hears(carried, deliver),
        (carried) => between.request(carried),
      ),
    };
  }

  /** The path may begin anywhere: where the server is, the client knows. */
  private route({ method, path = '', headers }: HttpHead, body: Json | undefined) {
    const part: HttpPart = { method: method!, headers, ...(body === undefined ? {} : { body }) };
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
      const read = this.codec.read({ ...part, path: path.slice(at) });
      if (read !== undefined) return { read, base: path.slice(0, at) };
    }
    return undefined;
  }

  /** What a border made of a message, as HTTP carries it. `read` is what it got, and `came` what that was read of. */
  private written(emitted: Carried, read: Carried, came: Carried): Carried {
    if (emitted.kind !== 'message') return emitted;
    if (isSame(read, emitted)) return emitted.http === undefined ? came : { ...came, http: emitted.http };
    const { message, text: _, ...rest } = emitted;
    const asked = this.asked.get(came.stream ?? '');
    const isReply = isObject(message) && ('result' in message || 'error' in message);
    const isRequest = isObject(message) && 'method' in message && came.http?.method !== undefined;
    if (asked === undefined || !(isReply || isRequest)) return emitted;
    const { codec, base } = asked;
    if (isRequest) {
      const { method = 'POST', path = '', body } = codec.write(message);
      const http: HttpHead = { headers: {}, ...emitted.http };
      // What was changed itself stays as it is.
      if (http.method === read.http?.method) http.method = method;
      if (http.path === read.http?.path) http.path = `${base}${path}`;
      return { ...rest, ...content(body), http };
    }
    const body = bodyOf(came);
    // A request without a body does not show the form.
    const like = body === undefined ? undefined : this.codec.like?.(body, 'response');
    return { ...rest, ...content((like ?? codec).write(message, asked.message).body) };
  }
}

const content = (body: Json | undefined): Pick<Carried, 'kind' | 'message'> =>
  body === undefined ? { kind: 'http' } : { kind: 'message', message: body };

const bodyOf = ({ kind, message, body }: Carried): Json | undefined =>
  kind === 'message' ? message : kind === 'body' ? body : undefined;

function asMessage({ body: _, ...carried }: Carried, message: JsonObject): Carried {
  return { ...carried, kind: 'message', message };
}
