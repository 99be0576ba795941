import { showValue } from '../../../json/display.js';
import type { JsonObject } from '../../../json/json.js';
import { isObject, objectOf } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import type { WireRecord } from '../../../wire/record.js';
import type { Leftover, Side } from '../../finding.js';
import { type Facts, isOver, type Memory, otherSide, type SeenRequest } from '../../memory.js';
import { type Ending, type Judge, onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/** A request that has no answer yet. */
interface Open {
  asked: SeenRequest;
  /** Its place among the messages of the session. */
  at: number;
  /** What of its record a finding shows. */
  record: WireRecord;
  /** The HTTP exchange whose response has to bring the answer. */
  exchange?: string;
}

/** What is known of a session. */
interface Course {
  messages: number;
  /** The place of the last request or response of each side. */
  said: { [side in Side]?: number };
  /** How many responses of each side answer nothing that was asked: each may be meant for something that is open. */
  strays: { [side in Side]: number };
  /** What each side waits for. */
  open: { [side in Side]: Map<SeenRequest, Open> };
  /** More was open at once than is remembered, so that nothing can be said. */
  lost: boolean;
}

const MOST_OPEN = 5_000;

/**
 * `left-open`: no request is without an answer when the conversation is over. Settings:
 *
 * - `methods`: only requests of these methods
 * - `except`: methods that are not answered before the conversation ends, such as a subscription
 * - `cancelled`: `{ notify, at }`, the notification by which a sender takes its request back, and where that has the id
 *
 * The side that ends a conversation is not owed an answer. What it owes itself counts where it is the server, or has answered or asked
 * something since; so a client may leave in the middle of a question. Where nobody knows who ended it, a side that has said nothing at
 * all was not recorded. Who waits for the other's answer itself can't be blamed for what came before.
 */
export const leftOpen: RuleMaker = (settings, { side: targetSide }) => {
  onlySettings(settings, ['methods', 'except', 'cancelled']);
  const methods = new Set(textsOf(settings, 'methods'));
  const except = new Set(textsOf(settings, 'except'));
  const cancelled = cancelledBy(settings);
  const isMeant = ({ method }: SeenRequest) => (methods.size === 0 || methods.has(method)) && !except.has(method);
  const isServer = (side: Side) => targetSide !== undefined && (side === 'target') === (targetSide === 'server');

  const judge: Judge = (facts) => {
    const { memory, message, shape, side, method } = facts;
    if (!message || facts.replayed) return undefined;
    const course = courseOf(memory);
    course.messages++;
    if (shape === 'notification') {
      if (cancelled === undefined || method !== cancelled.notify) return undefined;
      const id = getPointer(message, cancelled.at);
      // Of one that is not judged nobody may know who sent it.
      for (const sender of facts.forgiven ? (['kit', 'target'] as const) : [side]) {
        const taken = memory.askedBy(sender, id);
        if (taken) course.open[sender].delete(taken);
      }
      return undefined;
    }
    course.said[side] = course.messages;
    if (shape === 'request') wait(course, facts);
    const asked = facts.asked ?? facts.retyped;
    if (shape === 'response' && !asked) course.strays[side]++;
    if (shape !== 'response' || facts.forgiven || !asked) return undefined;
    course.open[otherSide(side)].delete(asked);
    return isMeant(asked) ? { subject: side, issues: [] } : undefined;
  };

  judge.atEnd = (memory, ending) => {
    const course = courseOf(memory);
    if (course.lost) return [];
    return (['kit', 'target'] as const).flatMap((asker) => {
      const owing = otherSide(asker);
      if (memory.forgot(asker)) return [];
      const waitsSince = Math.max(-1, ...stillOpen(course.open[owing]).map(({ at }) => at));
      return stillOpen(course.open[asker])
        .filter((open) => isMeant(open.asked) && open.at > waitsSince && isOwed(memory, open, owing, ending))
        .slice(course.strays[owing])
        .map((open) => leftover(open, owing));
    });
  };

  function isOwed(memory: Memory, { at, exchange }: Open, owing: Side, ending: Ending): boolean {
    const said = courseOf(memory).said[owing] ?? -1;
    if (exchange !== undefined && memory.isRefused(exchange)) return false;
    if (exchange !== undefined && memory.hasEnded(owing, exchange)) return true;
    if (ending === 'unknown') return said >= 0;
    return ending === owing && (isServer(owing) || said > at);
  }

  return judge;
};

function courseOf(memory: Memory): Course {
  const open = () => ({ kit: new Map<SeenRequest, Open>(), target: new Map<SeenRequest, Open>() });
  return memory.ruleMemory<Course>('left open').obtain('', () => ({
    ...{ messages: 0, said: {}, lost: false },
    strays: { kit: 0, target: 0 },
    open: open(),
  }));
}

const stillOpen = (all: Map<SeenRequest, Open>): Open[] =>
  [...all.values()].filter(({ asked }) => !isOver(asked) && !asked.about.broken);

function wait(course: Course, facts: Facts): void {
  const { message, side, request: asked } = facts;
  if (!asked || asked.about.broken || message!.jsonrpc !== '2.0') return;
  const open = course.open[side];
  if (open.size >= MOST_OPEN) for (const one of open.keys()) if (isOver(one)) open.delete(one);
  course.lost ||= open.size >= MOST_OPEN;
  if (!course.lost) open.set(asked, openOf(facts, asked, course.messages));
}

function openOf({ record, message }: Facts, asked: SeenRequest, at: number): Open {
  const { seq, time, from, channel, stream, http } = record;
  const { jsonrpc = '2.0', id = null, method = null } = message!;
  return {
    asked,
    at,
    record: { seq, time, from, channel, kind: 'message', message: { jsonrpc, id, method } },
    ...(stream !== undefined && http?.method !== undefined ? { exchange: stream } : {}),
  };
}

function leftover({ asked, record }: Open, owing: Side): Leftover {
  const id = objectOf(record.message).id!;
  const message = `${asked.method} with the id ${showValue(id)} was never answered`;
  return { subject: owing, record, key: `open ${asked.method}`, path: '/id', message, actual: id };
}

function cancelledBy({ cancelled }: JsonObject): { notify: string; at: string } | undefined {
  if (cancelled === undefined) return undefined;
  if (!isObject(cancelled)) throw new SettingsError('`cancelled` must be { notify, at }');
  onlySettings(cancelled, ['notify', 'at']);
  const [notify, at] = ['notify', 'at'].map((name) => textsOf(cancelled, name, true)[0]!) as [string, string];
  getPointer(null, at);
  return { notify, at };
}
