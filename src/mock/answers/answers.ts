import { BoundedMap } from '../../bounded/bounded-map.js';
import { Refused } from '../../bounded/refused.js';
import type { Reply, Saves } from '../../generated/types/answers-v1.js';
import { type Json, type JsonObject, stringifyJson } from '../../json/json.js';
import { getPointer } from '../../json/pointer.js';
import { shapeOf } from '../../jsonrpc/messages.js';
import { INTERNAL_ERROR } from '../../jsonrpc/rpc-error.js';
import { PatternError } from '../../language/pattern/pattern.js';
import { parseSelector, type SelectContext, selects } from '../../language/selector.js';
import { resolve, type Scope, scopeOf, ValueError } from '../../language/values/index.js';
import type { WireRecord } from '../../wire/record.js';
import type { AnswerSource, Heard, Play, Step } from '../answering/play.js';
import type { CompiledAnswers, Rule } from './compile.js';

/** Sessions whose state is remembered at least. */
const MOST_SESSIONS = 2_000;

/** Answers by rules. */
export interface RuledAnswers extends AnswerSource {
  /** The rules that no message was for. */
  unused(): readonly Rule[];
  /** Answers by other rules from now on. Sessions keep their states, and a rule that is in both counts on. */
  change(compiled: CompiledAnswers): void;
}

interface Session {
  state: string;
  saved: { [name: string]: Json };
  /** How often each rule was used, by its text. */
  used: Map<string, number>;
}

/** Rules with what each is known by: its text, which is the same after the file was changed elsewhere. */
interface Rules extends CompiledAnswers {
  keys: ReadonlyMap<Rule, string>;
}

export interface AnswersOptions {
  context: SelectContext;
  /** A value could not be made; the peer gets an error. */
  failed(rule: Rule, message: string): void;
}

/** Answers by the rules of a file, each session in its own state. */
export function answersBy(compiled: CompiledAnswers, options: AnswersOptions): RuledAnswers {
  let now = keyed(compiled);
  const sessions = new BoundedMap<string, Session>(MOST_SESSIONS);
  const used = new Set<string>();
  return {
    answer: (heard) => {
      const begin = (): Session => ({ state: now.initial, saved: {}, used: new Map() });
      const session = sessions.obtain(now.isShared ? '' : heard.session, begin);
      const rule = now.rules.find((one) => picks(one, heard, session, now.keys.get(one)!, options.context));
      if (!rule) return undefined;
      const key = now.keys.get(rule)!;
      used.add(key);
      session.used.set(key, (session.used.get(key) ?? 0) + 1);
      return { steps: new Told(rule, heard, session, options).steps() };
    },
    unused: () => now.rules.filter((rule) => !used.has(now.keys.get(rule)!)),
    change: (next) => {
      now = keyed(next);
      const kept = new Set(now.keys.values());
      for (const key of used) if (!kept.has(key)) used.delete(key);
    },
  };
}

/** Of several rules with one text each has a number besides. */
function keyed(compiled: CompiledAnswers): Rules {
  const counts = new Map<string, number>();
  const keyOf = ({ answer }: Rule) => {
    const text = stringifyJson(answer as unknown as Json);
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return `${counts.get(text)} ${text}`;
  };
  return { ...compiled, keys: new Map(compiled.rules.map((rule) => [rule, keyOf(rule)])) };
}

function picks(rule: Rule, heard: Heard, session: Session, key: string, context: SelectContext): boolean {
  const { answer, kind, states } = rule;
  const { message } = heard;
  if (kind !== (shapeOf(message) === 'request' ? 'request' : 'notify')) return false;
  if (states && !states.has(session.state)) return false;
  if (answer.times !== undefined && (session.used.get(key) ?? 0) >= answer.times) return false;
  const record: WireRecord = { kind: 'message', message, seq: 0, time: 0, from: 'target', channel: 'main' };
  try {
    const selector = rule.selector ?? parseSelector(resolve(answer.on as Json, scopeFor(heard, session), 'pattern'));
    return selects(selector, record, { ...context, atBorder: true });
  } catch (error) {
    // A value that is not saved yet, or a pattern that would cost too much: no match.
    if (error instanceof ValueError || error instanceof PatternError || error instanceof Refused) return false;
    throw error;
  }
}

const scopeFor = ({ message, method }: Heard, { saved, state }: Session): Scope =>
  scopeOf({ ...saved, message, method, state, id: message.id ?? null, params: message.params ?? {} });

/** What one rule says to one message. */
class Told {
  constructor(
    private readonly rule: Rule,
    private readonly heard: Heard,
    private readonly session: Session,
    private readonly options: AnswersOptions,
  ) {}

  /** Never throws: a value that can't be made becomes an error of the reply. */
  *steps(): Play['steps'] {
    const { save, send = [], reply, then } = this.rule.answer;
    try {
      this.save(save, this.heard.message);
      for (const { notify, request, params, extra, save: of, reply: early } of send) {
        if (early) yield this.reply(early);
        else {
          const message = this.made({ method: (notify ?? request)!, params, ...extra });
          if (request === undefined) yield { kind: 'notify', message };
          else this.save(of, (yield { kind: 'request', message, waits: true }) ?? {});
        }
      }
      const last = reply && this.reply(reply);
      // Who hears the reply may go on at once.
      if (then !== undefined) this.session.state = then;
      if (last) yield last;
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      this.options.failed(this.rule, error.message);
      if (reply) yield { kind: 'reply', message: { error: { code: INTERNAL_ERROR, message: error.message } } };
    }
  }

  private reply({ result, error, extra, http }: Reply): Step {
    const message = this.made({ result, error, ...extra } as { [name: string]: Json | undefined });
    return { kind: 'reply', message, ...(http ? { http: headOf(this.made({ ...http })) } : {}) };
  }

  private made(members: { readonly [name: string]: unknown }): JsonObject {
    const given = Object.entries(members).filter(([, value]) => value !== undefined) as [string, Json][];
    return resolve(Object.fromEntries(given), scopeFor(this.heard, this.session), 'value') as JsonObject;
  }

  private save(saves: Saves | undefined, message: JsonObject): void {
    for (const [name, pointer] of Object.entries(saves ?? {})) {
      const value = getPointer(message, pointer);
      if (value === undefined) throw new ValueError(`nothing is at ${pointer} to save as ${name}`);
      this.session.saved[name] = value;
    }
  }
}

/** The head of a response. Header names are in lower case, as everywhere. */
function headOf({ status, headers = {} }: JsonObject): { status?: number; headers?: { [name: string]: string } } {
  const named = Object.entries(headers as JsonObject).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return { ...(status === undefined ? {} : { status: Number(status) }), headers: Object.fromEntries(named) };
}
