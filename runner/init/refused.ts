import type { Json } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import type { Case, Step } from '../../src/language/case.js';

/** Which of these requests must succeed before a case can be judged; undefined where none must. Requests that only one branch makes don't count. */
export function requestBehind(subject: Case, requests: ReadonlySet<string>): string | undefined {
  const asked = new Map<string, string>();
  for (const step of flat(subject.steps)) {
    const { body } = step;
    if (step.verb === 'send') for (const [name, method] of namedIn(body, requests)) asked.set(name, method);
    // A step that checks something fails or warns; only the others make a case untestable.
    if (!isObject(body) || body.result === undefined || step.check.length > 0) continue;
    if (step.verb === 'call' && typeof body.request === 'string' && requests.has(body.request)) return body.request;
    if (step.verb === 'expect' && typeof body.reply === 'string' && asked.has(body.reply)) return asked.get(body.reply);
  }
  return undefined;
}

/** The steps that every playing of a case goes through. */
const flat = (steps: readonly Step[]): Step[] => steps.flatMap((step) => [step, ...flat(step.steps ?? [])]);

/** The requests that a step sends, by the name that a later step calls their reply. */
function namedIn(body: Json, requests: ReadonlySet<string>): [string, string][] {
  return (Array.isArray(body) ? body : [body]).flatMap((one): [string, string][] => {
    if (!isObject(one) || typeof one.request !== 'string' || typeof one.as !== 'string') return [];
    return requests.has(one.request) ? [[one.as, one.request]] : [];
  });
}
