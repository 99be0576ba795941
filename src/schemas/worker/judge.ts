import { join } from 'node:path';
import { AskedThread } from '../../bounded/asked-thread.js';
import { BoundedMap } from '../../bounded/bounded-map.js';
import { Refused, type RefusedFor } from '../../bounded/refused.js';
import type { Json, JsonObject } from '../../json/json.js';
import { builtFiles } from '../built/package-files.js';
import type { SchemaError } from '../errors/schema-error.js';
import { withoutBigints } from '../numbers.js';
import { exceeds } from './extent.js';
import type { Answer, Question } from './program.js';

/** What judging by a schema of somebody else may cost. */
export interface JudgeLimits {
  /** CPU of one judgement, in ms; that of compiling the schema is part of the first. */
  ms: number;
  /** Size of the schema, in characters of its JSON. Values were limited when they came. */
  bytes: number;
  /** Nesting of the schema, and of the value. */
  depth: number;
}

/** A schema of a tool has some kilobytes, a dozen levels, and takes milliseconds. */
const FOREIGN_LIMITS: JudgeLimits = { ms: 1_000, bytes: 1024 * 1024, depth: 1_000 };

/** Nothing can be said of a value, because of its schema: judging is `slow`, the schema is `large`, `deep` or `invalid`. */
export class SchemaRefused extends Refused {}

const thread = new AskedThread(() => ({ file: join(builtFiles(), 'bin', 'judge.cjs') }));

/** Why schemas were refused, by their text: what was slow once is not tried again. */
const refusals = new BoundedMap<string, SchemaRefused>(50);

/**
 * Where a value departs from a JSON Schema that a target or a file of its project brings, as `compileSchema` says it, but in a thread
 * that is ended when it takes too long.
 *
 * Throws SchemaRefused. A schema that was slow, or took too much memory, is refused at once from then on.
 */
export function judgeForTarget(
  schema: JsonObject | boolean,
  value: Json,
  limits: JudgeLimits = FOREIGN_LIMITS,
): readonly SchemaError[] {
  const broken = exceeds(schema, limits);
  if (broken === 'large') throw refused('large', `the schema has more than ${limits.bytes} characters`);
  if (broken === 'deep') throw refused('deep', `the schema nests deeper than ${limits.depth} levels`);
  if (exceeds(value, { bytes: Number.POSITIVE_INFINITY, depth: limits.depth }) === 'deep')
    throw refused('deep', `the value nests deeper than ${limits.depth} levels`);
  const text = JSON.stringify(withoutBigints(schema));
  const known = refusals.get(text);
  if (known) throw known;
  const answer = ask({ schema: text, value }, limits.ms);
  if ('errors' in answer) return answer.errors;
  throw refused(answer.refused, answer.message);
}

function ask(question: Question, ms: number): Answer {
  try {
    return thread.ask(question, ms) as Answer;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const problem = refused(error.reason, error.message);
    refusals.set(question.schema, problem);
    throw problem;
  }
}

const refused = (reason: RefusedFor, message: string) => new SchemaRefused(reason, message);
