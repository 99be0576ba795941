import type { Json, JsonObject } from '../json/json.js';
import { isObject } from '../json/json.js';
import type { TransportName } from '../language/target.js';
import type { WireRecord } from '../wire/record.js';

/** One step of a conversation, as a case file has it: `{ send: … }`, `{ expect: … }`. */
export type StepData = JsonObject;

/** What came of a conversation with a target. */
export interface Explored {
  records: readonly WireRecord[];
  /** Why it did not come to its end. */
  broken?: string;
}

/** What may be done with a target only where its owner says so. */
export type Risk = 'tools' | 'prompts';

/** A prompt of the target's owner, which shall show a behavior. */
export interface OwnPrompt {
  behavior: string;
  text: string;
  /** The values that a mapping of the behavior has beside the prompt. */
  values: readonly string[];
}

/** A target that somebody finds out about. */
export interface ExplorableTarget {
  transport: TransportName;
  /** The version of the protocol that it is asked to speak. */
  version: string;
  /** What its answer to the handshake advertises, as capabilities of cases point into it. */
  advertised: Json;
  /** Plays steps in a conversation of its own. Never throws for what the target does. */
  converse(steps: readonly StepData[], peer?: JsonObject): Promise<Explored>;
  /** Those of these names that may be used although that may change something or cost something; the `harmless` need no permission. */
  permits(risk: Risk, names: readonly string[], harmless?: readonly string[]): Promise<ReadonlySet<string>>;
  /** What its owner says that it can be prompted with: it needs no permission. */
  prompts?: readonly OwnPrompt[];
  /** Whether only what the target itself calls harmless may be used without asking, whatever a name suggests. Default: no. */
  cautious?: boolean;
}

/** How a target shows a behavior, as a target file says it. */
export interface ShownBehavior {
  gives?: JsonObject;
  /** What the file says of it beside what the behavior means. */
  note?: string;
  /** Showing it may cost something, so that no case that needs it is run unasked. */
  costs?: true;
  /** Its owner says that the target shows it so; what came back neither proves nor refutes that. */
  unproven?: true;
}

/** How deep the values of a behavior may nest: what writes a target file goes down by recursion. */
export const DEEPEST_GIVEN = 100;

/** What is known of a target once it was explored. */
export interface Exploration {
  /** By behavior. */
  shows: ReadonlyMap<string, ShownBehavior>;
  /** Why a behavior is not among them: one sentence each. What is in neither was not looked for. */
  lacks: ReadonlyMap<string, string>;
  /** Requests that the target refuses whatever they ask for, and why: no case that begins with one can be tested. */
  refuses?: ReadonlyMap<string, string>;
  /** What it has that a version knows which works like the usual one and has more, if it was asked for that. Default: nothing. */
  later?: readonly string[];
  /** What the target offers, and what went wrong on the way: one line each. */
  notes: readonly string[];
}

/** Finds out which behaviors a target of a role can show. Throws ExplorationError. */
export type Explore = (target: ExplorableTarget) => Promise<Exploration>;

/** Why nothing can be said of a target that did answer the handshake. */
export class ExplorationError extends Error {}

/** A request of an exploration. `as` is its name. */
export interface Question {
  as: string;
  method: string;
  params?: Json;
  /** The wait for its reply ends after this, such as `20s`. By default after the role's `within`. */
  within?: string;
}

/** What came of a question. */
export interface Answer {
  /** The reply; unset where none came. */
  reply?: JsonObject;
  /** The record of the reply. */
  record?: WireRecord;
  /** Why none came. */
  broken?: string;
  /** ms from the question to its reply. */
  took: number;
  /** What the target sent between this question and the next, but for the reply. */
  meanwhile: readonly WireRecord[];
}

/** How often a target may break a conversation off before nothing more is asked. */
const BREAKS = 3;

/**
 * Asks one question after the other, each after the reply to the one before, in as few conversations as the target lets it: one
 * that breaks off goes on, without the question that it broke off at, in a new one.
 *
 * @param opening the steps that every conversation begins with
 */
export async function askAll(
  target: ExplorableTarget,
  opening: readonly StepData[],
  questions: readonly Question[],
  peer?: JsonObject,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  let rest = [...questions];
  for (let breaks = 0; rest.length > 0; ) {
    const explored = await target.converse([...opening, ...rest.flatMap(stepsFor)], peer);
    const answered = rest.map((one, index) => [one, answerTo(stepName(index), explored.records)] as const);
    const firstOpen = answered.findIndex(([, answer]) => answer?.reply === undefined);
    const asked = firstOpen < 0 ? answered : answered.slice(0, firstOpen);
    for (const [{ as }, answer] of asked) if (answer) answers.set(as, answer);
    if (firstOpen < 0) break;
    const [stuck, begun] = answered[firstOpen]!;
    breaks += 1;
    const broken = explored.broken ?? 'no reply came';
    answers.set(stuck.as, { took: 0, meanwhile: [], ...begun, broken });
    rest = rest.slice(firstOpen + 1);
    if (breaks < BREAKS) continue;
    for (const { as } of rest)
      answers.set(as, { took: 0, meanwhile: [], broken: 'not asked, after the target broke off' });
    break;
  }
  return answers;
}

/** Names of steps are names of channels over HTTP: those of questions may be any text. */
const stepName = (index: number) => `question-${index + 1}`;

function stepsFor({ method, params, within }: Question, index: number): StepData[] {
  const as = stepName(index);
  return [
    { send: { request: method, as, ...(params === undefined ? {} : { params }) } },
    { expect: { reply: as }, ...(within === undefined ? {} : { within }) },
  ];
}

/** What the records say of the question of this name; undefined where it was never asked. */
function answerTo(as: string, records: readonly WireRecord[]): Answer | undefined {
  const isQuestion = ({ from, message, as: name }: WireRecord) =>
    from === 'kit' && name !== undefined && isObject(message) && 'method' in message;
  const at = records.findIndex((record) => isQuestion(record) && record.as === as);
  if (at < 0) return undefined;
  const end = records.findIndex((record, index) => index > at && isQuestion(record));
  const until = records.slice(at + 1, end < 0 ? undefined : end).filter(({ from }) => from === 'target');
  const record = until.find((one) => one.as === as && one.kind === 'message');
  const meanwhile = until.filter((one) => one !== record);
  if (record === undefined) return { took: 0, meanwhile };
  return { reply: record.message as JsonObject, record, took: record.time - records[at]!.time, meanwhile };
}
