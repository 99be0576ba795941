import type { JsonObject } from '../../../json/json.js';
import { getPointer } from '../../../json/pointer.js';
import type { Facts } from '../../memory.js';
import { onlySettings, type RuleMaker, textsOf } from '../../rule.js';

/** How far a session has come. */
interface Course {
  state: 'before' | 'opening' | 'open';
  /** The method of the first message that came before the one that opens the session. */
  early?: string;
}

/**
 * `opening`: the target sends no request before its session is open. Settings:
 *
 * - `by`: the method of the request that opens a session
 * - `until`: the method of the notification that completes the opening; by default the response to `by`
 * - `first`: judges instead that the target sends nothing before `by`. Nothing is found if `by` never comes: a recording may begin later
 * - `requests`: the methods that must wait; by default all but `besides`
 * - `besides`: methods that may come early
 * - `unless`: JSON Pointer; a message that has a value there may come early
 */
export const opening: RuleMaker = (settings) => {
  onlySettings(settings, ['by', 'until', 'first', 'requests', 'besides', 'unless']);
  const [by] = textsOf(settings, 'by', true);
  const [until] = textsOf(settings, 'until');
  const isFirst = settings.first === true;
  const requests = new Set(textsOf(settings, 'requests'));
  const besides = new Set(textsOf(settings, 'besides'));
  const [unless] = textsOf(settings, 'unless');
  if (unless !== undefined) getPointer(null, unless);
  const owner = `opening ${JSON.stringify(settings)}`;

  const waits = (message: JsonObject, method: string) =>
    method !== by &&
    !besides.has(method) &&
    (requests.size === 0 || requests.has(method)) &&
    (unless === undefined || getPointer(message, unless) === undefined);

  const isOpened = ({ shape, method }: Facts) =>
    until === undefined ? shape === 'response' && method === by : shape === 'notification' && method === until;

  return (facts) => {
    const { message, method, shape, side, memory, forgiven, replayed } = facts;
    if (!message || method === undefined || replayed) return undefined;
    const course = memory.ruleMemory<Course>(owner).obtain('', () => ({ state: 'before' }));
    const opens = shape === 'request' && method === by;
    if (isFirst) {
      if (side !== 'target' || shape === 'response' || course.state !== 'before') return undefined;
      if (opens) {
        course.state = 'open';
        return { subject: side, issues: course.early === undefined ? [] : [issue(course.early, `before ${by}`)] };
      }
      if (!forgiven && waits(message, method)) course.early ??= method;
      return undefined;
    }
    if (opens && course.state === 'before') course.state = 'opening';
    if (isOpened(facts)) course.state = 'open';
    if (side !== 'target' || shape !== 'request' || forgiven || course.state === 'before') return undefined;
    if (!waits(message, method)) return undefined;
    if (course.state === 'open') return { subject: side, issues: [] };
    const end = until === undefined ? `before ${by} was answered` : `before ${until}`;
    return { subject: side, issues: [issue(method, end)] };
  };
};

const issue = (method: string, when: string) => ({
  key: `early ${method}`,
  path: '/method',
  message: `${method} came ${when}`,
  actual: method,
});
