import { showValue } from '../../../json/display.js';
import { isUsableId } from '../../ids.js';
import { onlySettings, type RuleMaker } from '../../rule.js';

/** `ids`: no side uses the id of a request twice in a session. */
export const ids: RuleMaker = (settings) => {
  onlySettings(settings, []);
  return ({ shape, side, message, method, forgiven, replayed, reused }) => {
    if (shape !== 'request' || forgiven || replayed || !isUsableId(message?.id)) return undefined;
    if (!reused) return { subject: side, issues: [] };
    const text = `the id ${showValue(message?.id)} of ${method} was used by an earlier request of the same session`;
    return {
      subject: side,
      issues: [{ key: `reused ${method}`, path: '/id', message: text, actual: message?.id ?? null }],
    };
  };
};
