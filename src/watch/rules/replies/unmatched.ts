import { showValue } from '../../../json/display.js';
import { getPointer } from '../../../json/pointer.js';
import { idKey } from '../../../jsonrpc/ledger.js';
import type { Issue } from '../../finding.js';
import { isUsableId } from '../../ids.js';
import { type Facts, otherSide, type SeenRequest } from '../../memory.js';
import { onlySettings, type RuleMaker, SettingsError, textsOf } from '../../rule.js';

/**
 * `unmatched`: every response answers a request that was asked, and each request is answered once; those of the methods in
 * `with.streams` as often as there is something to tell. With `with.shared` one server has several clients, whose ids may be the
 * same, and replies to answers of theirs that come too late: only an id is judged that no message has had before. What says at
 * the pointer `with.replayed` that it is a replay answers somebody who asked long ago.
 *
 * `with.retyped`: `only` judges whether a response repeats the id of its request in its type, and nothing else; `except` leaves that out.
 */
export const unmatched: RuleMaker = (settings) => {
  onlySettings(settings, ['replayed', 'retyped', 'shared', 'streams']);
  const { retyped: about = 'too' } = settings;
  if (about !== 'too' && about !== 'only' && about !== 'except')
    throw new SettingsError('`retyped` must be only or except');
  const streams = new Set(textsOf(settings, 'streams'));
  const isShared = settings.shared === true;
  const isReplay = ({ message }: Facts) =>
    typeof settings.replayed === 'string' && getPointer(message ?? null, settings.replayed) === true;
  return (facts) => {
    if (facts.shape !== 'response') return undefined;
    const isKnown = isShared && hasBeenSeen(facts);
    if (facts.forgiven || facts.replayed || isReplay(facts)) return undefined;
    // After a flood the request may be forgotten, so its absence proves nothing.
    if (facts.asked === undefined && facts.memory.forgot(otherSide(facts.side))) return undefined;
    if (isKnown || (facts.asked !== undefined && streams.has(facts.method ?? '')))
      return { subject: facts.side, issues: [] };
    const isRetyped = facts.asked === undefined && facts.retyped !== undefined;
    const issue = about === 'too' || (about === 'only') === isRetyped ? issueOf(facts) : undefined;
    return { subject: facts.side, issues: issue ? [issue] : [] };
  };
};

/** Whether a message before this response had its id; from now on one has. */
function hasBeenSeen({ message, asked, memory, side }: Facts): boolean {
  const answers = memory.ruleMemory<true>('unmatched');
  const key = idKey(message?.id);
  const isKnown = asked !== undefined || memory.askedBy(side, message?.id) !== undefined || answers.get(key) === true;
  answers.set(key, true);
  return isKnown;
}

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
      message: `a response with the id ${showValue(id)}, ${whoseId(meant)}`,
      actual: id!,
    };
  if (answersBefore === 0) return undefined;
  const text = `a second response to ${method ?? 'the request'} with the id ${showValue(id)}`;
  return { key: `second ${method}`, path, message: text, actual: id! };
}

function whoseId(meant: SeenRequest | undefined): string {
  if (meant === undefined) return 'which nobody asked with';
  return `where ${meant.method} was asked with ${showValue(meant.id)}: a response repeats the id in its type`;
}
