import type { Json } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Step } from '../../language/case.js';
import type { Role } from '../../language/role.js';
import { stepsOf } from '../../language/steps.js';

/**
 * Whether the peer of a case opens a stream by itself on which the target may speak. Steps that send a GET open the streams
 * that they want, and count on no other. Where the target is only greeted and asked whether it lives, nothing that it could
 * say there is of the case, and a stream in each session is what a target pays for.
 */
export function wantsOwnStream(role: Role, steps: readonly Step[]): boolean {
  const all = stepsOf(steps);
  return !all.some(sendsGet) && all.some((step) => asksForMore(step, role));
}

/**
 * Whether the peer of a case comes back by itself to a stream that the target has ended before the response. Steps that resume a
 * stream themselves want to see its end.
 */
export function resumesStreams(steps: readonly Step[]): boolean {
  const resumes = (step: Step) =>
    sentBy(step).some(({ http }) => isObject(http) && isObject(http.headers) && 'last-event-id' in http.headers);
  return !stepsOf(steps).some(resumes);
}

function sendsGet(step: Step): boolean {
  return sentBy(step).some(({ http }) => isObject(http) && /^(GET|\$\{.*)$/.test(String(http.method)));
}

/** Whether a step sends, or waits for, what is neither the greeting nor the liveness check. */
function asksForMore(step: Step, { alive }: Role): boolean {
  if (step.verb === 'expect') return isObject(step.body) && ('request' in step.body || 'notify' in step.body);
  const small: Json[] = [alive?.once ?? null, alive?.request ?? null];
  return sentBy(step).some(
    ({ request, message, raw }) =>
      message !== undefined || raw !== undefined || (request !== undefined && !small.includes(request)),
  );
}

function sentBy({ verb, body }: Step) {
  return verb === 'send' || verb === 'call' ? [body].flat().filter(isObject) : [];
}
