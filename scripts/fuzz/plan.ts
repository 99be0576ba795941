import fc from 'fast-check';
import { type ByteMutation, byteMutationKinds, LINE_ENDS } from './mutate-bytes.js';
import { type HttpMutation, httpMutationKinds } from './mutate-http.js';
import { type JsonMutation, jsonMutationKinds } from './mutate-json.js';
import type { Traffic } from './traffic.js';

/** What is sent next, made out of a recorded frame. */
export interface Step {
  /** The frame: the next of the talk, or any by its index. */
  frame: 'next' | number;
  /** It is of the talk all the same. */
  own?: boolean;
  json: JsonMutation[];
  bytes: ByteMutation[];
  http: HttpMutation[];
  /** stdio: index into LINE_ENDS. */
  end: number;
  /** How often it is sent, and whether in one write with the next one. */
  times: number;
  joined: boolean;
  /**
   * What follows: nothing, so that the next frame hurries after it; the target comes to rest; time passes until its next timer
   * is due; over HTTP, the exchange is torn down at once.
   */
  pause: 'go' | 'rest' | 'time' | 'reset';
}

/** What the peer does with a request of the target. */
export type AnswerStyle = 'proper' | 'error' | 'odd' | 'silent' | 'twice';

/** One conversation, as data: the same plan sends the same, up to what the target gave out. */
export interface Plan {
  /** Index of the talk whose frames are sent in their order. */
  talk: number;
  /** So many frames at its beginning leave as they were recorded. */
  greeting: number;
  /** Index of the reference: 0 is the plain one, the others use permissive wordings. */
  variant: number;
  /** For the requests of the target in turn. */
  answers: AnswerStyle[];
  steps: Step[];
}

const number = fc.nat();
const change = <Kind extends string>(kinds: readonly Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), where: number, what: number });
const oneIn = (times: number, arbitrary: fc.Arbitrary<number>, usual: number) =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });
const few = <T>(one: fc.Arbitrary<T>, weights: readonly [none: number, one: number, more: number]) =>
  fc.oneof(
    { weight: weights[0], arbitrary: fc.constant<T[]>([]) },
    { weight: weights[1], arbitrary: fc.tuple(one) },
    { weight: weights[2], arbitrary: fc.array(one, { minLength: 2, maxLength: 4 }) },
  ) as fc.Arbitrary<T[]>;

/** What kinds of plans are made. */
export interface PlanOptions {
  transport: 'stdio' | 'http';
  /** How many references there are to choose from. */
  variants: number;
  /** Steps of one conversation, at most. */
  steps: number;
}

/** Plans over recorded traffic. */
export function plans(traffic: Traffic, { transport, variants, steps }: PlanOptions): fc.Arbitrary<Plan> {
  const http = transport === 'http';
  const step: fc.Arbitrary<Step> = fc.record({
    frame: fc.oneof(
      { weight: 3, arbitrary: fc.constant<'next'>('next') },
      { weight: 2, arbitrary: fc.nat(traffic.frames.length - 1) },
    ),
    json: few(change(jsonMutationKinds), [3, 5, 1]),
    bytes: few(change(byteMutationKinds), [http ? 20 : 12, 2, 1]),
    http: http ? few(change(httpMutationKinds), [2, 1, 1]) : fc.constant<HttpMutation[]>([]),
    end: http ? fc.constant(0) : oneIn(12, fc.nat(LINE_ENDS.length - 1), 0),
    times: oneIn(16, fc.integer({ min: 1, max: 4 }), 1),
    joined: http ? fc.constant(false) : fc.boolean(),
    pause: fc.constantFrom<Step['pause'][]>(
      'go',
      'go',
      'go',
      'rest',
      'rest',
      'time',
      ...(http ? (['reset'] as const) : []),
    ),
  });
  return fc.record({
    talk: fc.nat(traffic.talks.length - 1),
    greeting: fc.constantFrom(2, 2, 2, 2, 3, 4, 1, 0),
    variant: oneIn(4, fc.nat(variants - 1), 0),
    answers: fc.array(fc.constantFrom<AnswerStyle[]>('proper', 'proper', 'proper', 'error', 'odd', 'silent', 'twice'), {
      minLength: 1,
      maxLength: 5,
    }),
    steps: fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }),
  });
}
