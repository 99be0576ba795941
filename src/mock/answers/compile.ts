import type { ScriptMistake } from '../../conversation/script-error.js';
import type { Answer, AnswersFile, Reply, Saves, Sent } from '../../generated/types/answers-v1.js';
import type { Json } from '../../json/json.js';
import { orNearest } from '../../json/nearest.js';
import { checkPattern } from '../../language/pattern/pattern.js';
import { parseSelector, type SelectContext, type Selector, SelectorError } from '../../language/selector.js';
import { checkTexts, isOpen, namesIn, resolve, scopeOf, ValueError } from '../../language/values/index.js';

/** The state that sessions begin in, unless the file names another. */
const INITIAL = 'start';

/** A rule that is ready to be asked. */
export interface Rule {
  /** Where it stands, as a JSON Pointer. */
  at: string;
  answer: Answer;
  kind: 'request' | 'notify';
  /** Its selector; undefined if values must be filled in first. */
  selector: Selector | undefined;
  states: ReadonlySet<string> | undefined;
}

/** Rules that are ready to be asked. */
export interface CompiledAnswers {
  rules: readonly Rule[];
  initial: string;
  isShared: boolean;
}

/** What texts may refer to, beside what is saved. */
const GIVEN = ['id', 'message', 'method', 'params', 'state'] as const;

/** Prepares a file that fits its schema, and finds what that can't say. */
export function compileAnswers(
  { answers, initial = INITIAL, shared = false }: AnswersFile,
  context: SelectContext,
): { compiled: CompiledAnswers; mistakes: ScriptMistake[] } {
  const known = [...GIVEN, ...answers.flatMap(savedBy)];
  const reached = new Set([initial, ...answers.flatMap(({ then }) => (then === undefined ? [] : [then]))]);
  const mistakes: ScriptMistake[] = [];
  const rules = answers.map((answer, index): Rule => {
    const at = `/answers/${index}`;
    const isRequest = answer.on.request !== undefined;
    mistakes.push(...wrongParts(answer, at, isRequest), ...wrongStates(answer, at, reached));
    mistakes.push(...wrongTexts(answer, at, known));
    const selector = selectorOf(answer, `${at}/on`, context, mistakes);
    const states = answer.state === undefined ? undefined : new Set([answer.state].flat());
    return { at, answer, kind: isRequest ? 'request' : 'notify', selector, states };
  });
  return { compiled: { rules, initial, isShared: shared }, mistakes };
}

/** The names that a rule saves. */
function savedBy({ save, send = [] }: Answer): string[] {
  const names = (saves: Saves | undefined) => Object.keys(saves ?? {});
  return [...names(save), ...send.flatMap((sent) => names(sent.save))];
}

function wrongParts({ reply, send = [] }: Answer, at: string, isRequest: boolean): ScriptMistake[] {
  if (isRequest)
    return reply ? [] : [{ path: at, message: 'a rule for requests has a `reply`, with a `result` or an `error`' }];
  const none = 'a notification has no reply: take it out, or pick a `request`';
  return [
    ...(reply ? [{ path: `${at}/reply`, message: none }] : []),
    ...send.flatMap((sent, index) => (sent.reply ? [{ path: `${at}/send/${index}/reply`, message: none }] : [])),
  ];
}

function wrongStates({ state = [] }: Answer, at: string, reached: ReadonlySet<string>): ScriptMistake[] {
  return [state].flat().flatMap((name, index) => {
    if (reached.has(name)) return [];
    const path = Array.isArray(state) ? `${at}/state/${index}` : `${at}/state`;
    return [{ path, message: `no rule leads to the state ${name} by \`then\`${orNearest(name, reached)}` }];
  });
}

function wrongTexts(answer: Answer, at: string, known: readonly string[]): ScriptMistake[] {
  return textsOf(answer, at).flatMap(({ path, value, isSent }) => {
    const malformed = checkTexts(value).map((problem) => ({ path: path + problem.path, message: problem.message }));
    if (malformed.length > 0) return malformed;
    const strays = namesIn(value).filter((name) => !known.includes(name.split('.')[0]!));
    if (strays.length > 0)
      return strays.map((name) => ({
        path,
        message: `nothing is called \${${name}}${orNearest(name.split('.')[0]!, known)}`,
      }));
    const problem = isSent && !isOpen(value) ? valueProblem(value) : undefined;
    return problem === undefined ? [] : [{ path, message: problem }];
  });
}

/** What of a rule may refer to values. */
function textsOf({ on, send = [], reply }: Answer, at: string): { path: string; value: Json; isSent: boolean }[] {
  const told = (one: Reply | Sent | undefined, path: string) =>
    (['params', 'result', 'error', 'extra', 'http'] as const).flatMap((name) => {
      const value = (one as { [name: string]: Json | undefined } | undefined)?.[name];
      return value === undefined ? [] : [{ path: `${path}/${name}`, value, isSent: true }];
    });
  return [
    ...(on.where === undefined ? [] : [{ path: `${at}/on/where`, value: on.where as Json, isSent: false }]),
    ...send.flatMap((sent, index) => [
      ...told(sent, `${at}/send/${index}`),
      ...told(sent.reply, `${at}/send/${index}/reply`),
    ]),
    ...told(reply, `${at}/reply`),
  ];
}

function valueProblem(value: Json): string | undefined {
  try {
    resolve(value, scopeOf({}), 'value');
    return undefined;
  } catch (error) {
    if (error instanceof ValueError) return error.message;
    throw error;
  }
}

/** The selector of a rule, or undefined if its values are known in a session only. */
function selectorOf(
  { on }: Answer,
  at: string,
  context: SelectContext,
  mistakes: ScriptMistake[],
): Selector | undefined {
  const { where } = on;
  const wrong = where === undefined ? [] : checkPattern(where as Json);
  mistakes.push(...wrong.map(({ path, message }) => ({ path: `${at}/where${path}`, message })));
  if (wrong.length > 0) return undefined;
  try {
    const isLater = where !== undefined && isOpen(where as Json);
    const { where: _, ...first } = on;
    const selector = parseSelector(isLater ? first : resolve(on as Json, scopeOf({}), 'pattern'));
    const { method = '', variant } = selector;
    if (variant !== undefined && (method === '*' || context.discriminator?.(method) === undefined))
      throw new SelectorError(`${method} has no variants, so there is no ${method}#${variant}`);
    return isLater ? undefined : selector;
  } catch (error) {
    if (!(error instanceof SelectorError || error instanceof ValueError)) throw error;
    mistakes.push({ path: at, message: error.message });
    return undefined;
  }
}
