import type { JsonObject } from '../../../../json/json.js';
import { type Border, type Carried, type Headers, openBorder } from '../../../../wire/carried.js';
import { carryBytes } from '../../../../wire/carry.js';
import { admit, type ExplainedRefusal } from '../../../../wire/http/admission.js';
import type { HttpListener, ServerExchange } from '../../../../wire/http/server.js';
import { listenHttp } from '../../../../wire/http/server.js';
import { defaultLimits, type Limits } from '../../../../wire/limits.js';
import { CODES } from '../../revision.js';
import { refusal } from '../messages.js';
import type { Script } from '../state/script.js';
import type { Guard, User } from './guard.js';
import { type Exit, Wire } from './wire.js';

/** The path of the MCP endpoint. */
export const ENDPOINT = '/mcp';

/** What the endpoints of both families are given. */
export interface FrontOptions {
  limits?: Limits;
  border?: Border;
  /** Ends this process as an `exit` of the border demands. Default: for real. */
  exit?: Exit;
  /** Lets in only who has a token. Default: everybody may come. */
  guard?: Guard;
}

/** Where a server listens, and the first segment of the path that every request to it must have. */
export interface Address {
  port?: number;
  host?: string;
  token?: string | undefined;
}

type Common = FrontOptions & { script: Script; failed?: (error: unknown) => void };

/** A request that is answered by `wire`, and whose it is; nobody knows that at a server without guard. */
export interface Asked {
  carried: Carried;
  headers: Headers;
  wire: Wire;
  user: User | undefined;
}

/** What a family does with requests. */
export interface Family {
  methods: readonly string[];
  /** Why a request with one of these methods is refused before it is read. */
  check(method: string, headers: Headers): ExplainedRefusal | undefined;
  serve(method: string, asked: Asked): void;
  /** Whether a request was answered that is not for the endpoint, and needs no token. Default: none is. */
  beside?(method: string, path: string, headers: Headers, wire: Wire): boolean;
}

/** What stands before an endpoint. It lets the border hear each request, and refuses those that the endpoint need not read. */
export class Front {
  readonly #border: Border;

  constructor(
    private readonly options: Common,
    private readonly family: Family,
  ) {
    this.#border = options.border ?? openBorder;
  }

  take(exchange: ServerExchange): void {
    const { method, path, headers, stream } = exchange;
    const carried: Carried = { kind: 'http', http: { method, path, headers }, stream };
    const { limits = defaultLimits, exit = exitForReal } = this.options;
    const body = exchange.body.length > 0 ? carryBytes(exchange.body, limits) : undefined;
    if (body?.kind === 'message') Object.assign(carried, body);
    else if (body) Object.assign(carried, { bytes: body.bytes, problem: body.problem });
    const wire = new Wire(exchange, this.#border, exit);
    this.#border.hears(carried, (heard) => this.#hear(heard, wire));
  }

  #hear(carried: Carried, wire: Wire): void {
    if (carried.kind !== 'message' && carried.kind !== 'http') return;
    const { method = '', path = '', headers = {} } = carried.http ?? {};
    const { script, guard, failed } = this.options;
    if (this.family.beside?.(method, path, headers, wire)) return;
    const wrong = admit({ method, path, headers }, wire.admitting(script.admission));
    if (wrong) refuse(wire, wrong);
    else if (!guard) this.#admitted({ carried, headers, wire, user: undefined });
    else
      guard
        .admit(carried, ENDPOINT, wire)
        .then((user) => user !== undefined && this.#admitted({ carried, headers, wire, user }))
        .catch((error: unknown) => {
          failed?.(error);
          wire.empty(500);
        });
  }

  #admitted(asked: Asked): void {
    const { method = '', path = '' } = asked.carried.http ?? {};
    const { methods } = this.family;
    const wrong: ExplainedRefusal | undefined =
      (path.split('?')[0] === ENDPOINT ? undefined : { status: 404, reason: `The endpoint is ${ENDPOINT}` }) ??
      (methods.includes(method)
        ? undefined
        : { status: 405, reason: `${method} is not allowed`, headers: { allow: methods.join(', ') } }) ??
      this.family.check(method, asked.headers);
    if (wrong) refuse(asked.wire, wrong);
    else this.family.serve(method, asked);
  }
}

/**
 * Listens on loopback for endpoints at `/mcp`. Each request is judged as the border delivers it. `port` 0, the default, lets the kernel pick.
 * Rejects with PortError if the port can't be had.
 *
 * @param end ends what the endpoints still do, before the listener is closed
 */
export async function listenAt(
  { port, host, token, script, limits, failed, guard }: Common & Address,
  take: (exchange: ServerExchange) => void,
  end: () => void | Promise<void>,
): Promise<HttpListener> {
  const listener = await listenHttp({
    ...(port !== undefined && { port }),
    ...(host !== undefined && { host }),
    token,
    admission: script.admission,
    later: 'requests',
    ...(limits && { limits }),
    ...(failed && { failed }),
    onExchange: take,
  });
  const url = `${listener.url}${ENDPOINT}`;
  guard?.listensAt(url);
  return {
    ...listener,
    url,
    close: async () => {
      await end();
      await listener.close();
      await guard?.close();
    },
  };
}

/** Answers with an error that no request is named in. */
export function refuse(
  wire: Wire,
  { status, reason, headers }: ExplainedRefusal,
  code: number = CODES.invalidRequest,
): void {
  const body: JsonObject = refusal(code, reason);
  wire.json(status, body, headers);
}

/** Ends this process as a fault demands. */
function exitForReal(code: number | null, signal: string | null): void {
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code ?? 0);
}
