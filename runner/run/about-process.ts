import { isObject } from '../../src/json/json.js';
import type { Case, Step } from '../../src/language/case.js';
import { stepsOf } from '../../src/language/steps.js';
import type { TransportName } from '../../src/language/target.js';

/**
 * Whether a case is about a process, so that a reference inside this one would show nothing: it stops its target, waits for
 * its exit, looks at its ports, lets go on what it has started, or over stdio closes the pipes or writes exact bytes on them.
 */
export function isAboutProcess({ steps }: Pick<Case, 'steps'>, transport: TransportName): boolean {
  return stepsOf(steps).some((step) => concernsProcess(step, transport));
}

function concernsProcess({ verb, body, on }: Step, transport: TransportName): boolean {
  const overStdio = transport === 'stdio' && (on === undefined || on === 'main');
  if (verb === 'start' && isObject(body) && body.lingers !== undefined) return true;
  if (verb === 'stop' || mentionsExit(body) || (verb === 'assert' && isObject(body) && 'ports' in body)) return true;
  if (!overStdio) return false;
  return verb === 'close' || (verb === 'send' && [body].flat().some((one) => isObject(one) && one.raw !== undefined));
}

/** Whether the selector of a step, or of what it has seen, is the exit of a process. */
function mentionsExit(body: Step['body']): boolean {
  return isObject(body) && ('exit' in body || mentionsExit(body.seen ?? null));
}
