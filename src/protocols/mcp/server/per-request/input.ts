import type { InputRequests } from '../../../../generated/types/mcp-2026-07-28.js';
import { crypto } from '../../../../json/crypto.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject, parseJson, stringifyJson } from '../../../../json/json.js';
import { own, setOwn } from '../../../../json/own.js';
import type { Clock } from '../../../../wire/clock/clock.js';
import { invalidParams } from '../../errors.js';
import type { ClientAnswer, ServerRequests } from '../../methods.js';
import type { PerRequestRevision } from '../../per-request.js';
import { describeResult } from '../../validation.js';
import { CallError, type Question } from '../state/call.js';

/** ms that a client may take for an answer. */
const KEPT = 600_000;

/** Ends a request whose handler needs something of the client first: its result asks for that. */
export class InputRequired extends Error {
  constructor(
    readonly inputRequests: InputRequests,
    readonly requestState: string,
  ) {
    super('input required');
  }
}

/** What a request state says: for which request it is, what was answered so far, what was asked last, and until when it holds. */
interface State {
  request: string;
  answers: JsonObject;
  asked: string[];
  until: number;
}

/** Signs and reads request states (MCP 2026-07-28, Multi round-trip requests). A key holds for as long as the server runs. */
export class RequestStates {
  #key: Uint8Array | undefined;

  constructor(
    private readonly newKey: () => Uint8Array,
    private readonly clock: Clock,
    private readonly revision: PerRequestRevision,
  ) {}

  /**
   * The questions and answers of a request that may be one of several rounds. Throws RpcError -32602 for a state that this server did
   * not issue, or for another request, or too long ago.
   */
  rounds(method: string, { inputResponses, requestState, _meta, ...params }: JsonObject): Rounds {
    const request = crypto()
      .createHash('sha256')
      .update(`${method}\n${stringifyJson(params)}`)
      .digest('base64url');
    const state = requestState === undefined ? undefined : this.#read(String(requestState));
    if (state && (state.request !== request || state.until < this.clock.date()))
      throw invalidParams('The requestState is not one of this request');
    const given = isObject(inputResponses) ? inputResponses : {};
    // What was not asked for is not heard.
    const fresh = Object.entries(given).filter(([key]) => state?.asked.includes(key));
    const answers: JsonObject = { ...state?.answers, ...Object.fromEntries(fresh) };
    return new Rounds(answers, state ? {} : given, this.revision, (asked) =>
      this.#issue({ request, answers, asked, until: this.clock.date() + KEPT }),
    );
  }

  #issue(state: State): string {
    const payload = Buffer.from(stringifyJson(asObject(state))).toString('base64url');
    return `${payload}.${this.#sign(payload).toString('base64url')}`;
  }

  #read(text: string): State {
    const [payload = '', mark = ''] = text.split('.');
    const [given, wanted] = [Buffer.from(mark, 'base64url'), this.#sign(payload)];
    const isOurs = given.length === wanted.length && crypto().timingSafeEqual(given, wanted);
    if (!isOurs) throw invalidParams('The requestState was not issued by this server');
    return parseJson(Buffer.from(payload, 'base64url').toString()) as unknown as State;
  }

  #sign(payload: string): Buffer {
    this.#key ??= this.newKey();
    return crypto().createHmac('sha256', this.#key).update(payload).digest();
  }
}

/** The questions of one request: a handler asks the same ones in the same order whenever it is run. */
export class Rounds {
  #count = 0;

  constructor(
    private readonly answers: JsonObject,
    /** Answers that came without a state. Who knows the name of a question may answer before it is asked. */
    private readonly foretold: JsonObject,
    private readonly revision: PerRequestRevision,
    private readonly stateFor: (asked: string[]) => string,
  ) {}

  /** The client's answer, where it has come. Throws InputRequired where it has not, CallError where it is not what the schema demands. */
  async ask<M extends keyof ServerRequests>(method: M, params: ServerRequests[M]['params']): Promise<ClientAnswer<M>> {
    const { elicitationId, ...unnamed } = asObject(params ?? {});
    const asked = elicitationId !== undefined && this.revision.namesPages ? { elicitationId, ...unnamed } : unnamed;
    const as = `input-${++this.#count}`;
    const answer = own(this.answers, as);
    if (answer === undefined) throw this.#ask([{ as, method, ...(params !== undefined && { params: asked }) }]);
    return (await checked(method, answer)) as unknown as ClientAnswer<M>;
  }

  /** The client's answers to questions that have names, in their order. Throws as `ask` does, for all that are still open. */
  async askAll(questions: readonly Question[]): Promise<JsonObject[]> {
    for (const { as } of questions) {
      const early = own(this.foretold, as);
      if (early !== undefined && own(this.answers, as) === undefined) setOwn(this.answers, as, early);
    }
    const open = questions.filter(({ as }) => own(this.answers, as) === undefined);
    if (open.length > 0) throw this.#ask(open);
    return Promise.all(questions.map(({ as, method }) => checked(method, own(this.answers, as)!)));
  }

  #ask(questions: readonly { as: string; method: string; params?: JsonObject }[]): InputRequired {
    const requests = questions.map(({ as, method, params }) => [as, { method, ...(params && { params }) }]);
    const inputRequests = Object.fromEntries(requests) as InputRequests;
    return new InputRequired(inputRequests, this.stateFor(questions.map(({ as }) => as)));
  }
}

/** An answer of the client, as it must be for this method. Throws CallError where it is not. */
export async function checked(method: string, answer: Json): Promise<JsonObject> {
  if (!isObject(answer)) throw new CallError(`The client's answer to ${method} is invalid: it is not an object`);
  const wrong = await describeResult(method, answer);
  if (wrong !== undefined) throw new CallError(`The client's answer to ${method} is invalid: ${wrong}`);
  return answer;
}
