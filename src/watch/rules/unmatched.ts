import { showValue } from '../../json/display.js';
import type { Json } from '../../json/json.js';
import type { Issue } from '../finding.js';
import { type Facts, isUsableId, otherSide, retyped, type SeenRequest } from '../memory.js';
import { onlySettings, type RuleMaker, textsOf } from '../rule.js';

/**
 * `unmatched`: every response answers a request that was asked, and each request is answered once; those of the methods in
 * `with.streams` as often as there is something to tell.
 */
export const unmatched: RuleMaker = (settings) => {
  onlySettings(settings, ['streams']);
  const streams = new Set(textsOf(settings, 'streams'));
  return (facts) => {
    if (facts.shape !== 'response' || facts.forgiven || facts.replayed) return undefined;
    // After a flood the request may be forgotten, so its absence proves nothing.
    if (facts.asked === undefined && facts.memory.forgot(otherSide(facts.side))) return undefined;
    if (facts.asked !== undefined && streams.has(facts.method ?? '')) return { subject: facts.side, issues: [] };
    const issue = issueOf(facts);
    return { subject: facts.side, issues: issue ? [issue] : [] };
  };
};

function issueOf({ message, asked, answersBefore, addressee, method, retyped: meant }: Facts): Issue | undefined {
  const id = message?.id;
  if (!isUsableId(id)) {
    if (addressee !== 'nothing' || (id !== undefined && id !== null)) return undefined;
    return { key: 'nothing', message: 'a response without id, although nothing waited for one' };
  }
  const path = '/id';
  if (asked === undefined)
    return {
      key: 'unknown',
      path,
      message: `a response with the id ${showValue(id)}, ${whoseId(id!, meant)}`,
      actual: id!,
    };
  if (answersBefore < asked.asks) return undefined;
  const text = `a second response to ${method ?? 'the request'} with the id ${showValue(id)}`;
  return { key: `second ${method}`, path, message: text, actual: id! };
}

function whoseId(id: Json, meant: SeenRequest | undefined): string {
  if (meant === undefined) return 'which nobody asked with';
  return `where ${meant.method} was asked with ${showValue(retyped(id))}: a response repeats the id in its type`;
}
