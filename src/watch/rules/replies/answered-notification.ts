import { otherSide } from '../../memory.js';
import { onlySettings, type RuleMaker } from '../../rule.js';

/**
 * `answered-notification`: what had no id is not answered (JSON-RPC 2.0, section 4.1). Found are responses without an id
 * where nothing but a notification or a response can have provoked them. Not found, because the spec allows them: an error
 * without id after something that could not be read, and one that says why an HTTP request as a whole was refused.
 */
export const answeredNotification: RuleMaker = (settings) => {
  onlySettings(settings, []);
  return ({ shape, side, addressee, forgiven, replayed }) => {
    if (shape === 'notification') return { subject: otherSide(side), issues: [] };
    if (shape !== 'response' || forgiven || replayed || addressee !== 'notification') return undefined;
    const message = 'a response without id, although only notifications were there to answer';
    return { subject: side, issues: [{ key: 'answered', message }] };
  };
};
