import { equal } from '../../json/equal.js';
import type { JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Step } from '../../language/case.js';
import type { Role } from '../../language/role.js';
import type { WireRecord } from '../../wire/record.js';
import { type Ending, isFailure } from './ending.js';
import { type Judged, ranOut } from './outcome.js';

/** How a target takes the liveness check that does not answer it as it should, but lives. */
export type LivenessDefect = 'silent' | 'wrong';

/** What came of a liveness check. */
export type Liveness = 'answered' | LivenessDefect | 'gone';

/** Whether the target has taken up the conversation, so that the liveness check is a fair one. */
export function wasGreeted(role: Role, records: readonly WireRecord[]): boolean {
  const { alive } = role;
  if (!alive) return false;
  if (alive.once === undefined) return true;
  return records.some(
    (record) =>
      record.from === 'target' &&
      record.method === alive.once &&
      isObject(record.message) &&
      'result' in record.message,
  );
}

/** Of a target that never answers it as it should, any answer shows that it lives: the cases of that requirement say the rest. */
export function livenessSteps({ alive }: Role, livenessDefect: LivenessDefect | undefined): Step[] {
  if (!alive) return [];
  const body = askIfAlive(alive);
  if (livenessDefect !== undefined) delete body.result;
  return [{ verb: 'call', body: { ...body, as: 'alive' }, check: [alive.check], save: {}, place: alive.place }];
}

/**
 * Whether it is worth knowing, after a case that ended like this, that the target lives. A target that ended the exchange of a request without a
 * reply lives, or its exit tells; to be refused once more is no other failure.
 */
export function checksLiveness(ending: Ending, skipAfterTimeout: boolean): boolean {
  const { outcome } = ending;
  if (outcome.kind === 'held') return true;
  return isFailure(ending) && outcome.kind !== 'ended' && !(skipAfterTimeout && ranOut(outcome));
}

/** What the ending of the liveness check says of the target. */
export function livenessOf(answer: Ending): Liveness {
  if (answer.outcome.kind === 'held') return 'answered';
  if (ranOut(answer.outcome)) return 'silent';
  return isFailure(answer) ? 'wrong' : 'gone';
}

/** Whether a judgement of the liveness check says nothing: the check was not asked in full, or the case has failed by that very requirement. */
export function isKnown(one: Judged, judged: readonly Judged[], livenessDefect: LivenessDefect | undefined): boolean {
  if (one.status !== 'fail') return livenessDefect !== undefined;
  return judged.some(({ status, requirement }) => status === 'fail' && requirement === one.requirement);
}

/** Whether the last that these steps do with the target is the liveness check itself, so that it need not be asked twice. */
export function endsWithLivenessCheck({ alive }: Role, steps: readonly Step[]): boolean {
  const last = steps.findLast(({ verb }) => verb !== 'assert');
  if (!alive || last?.verb !== 'call' || !isObject(last.body)) return false;
  const { as: _name, ...asked } = last.body;
  return equal(asked, askIfAlive(alive)) && last.check.includes(alive.check);
}

function askIfAlive({ request, params, result }: NonNullable<Role['alive']>): JsonObject {
  return {
    request,
    ...(params === undefined ? {} : { params }),
    ...(result === undefined ? {} : { result }),
  };
}
