import { equal } from '../../json/equal.js';
import type { Json, JsonObject } from '../../json/json.js';
import { isObject } from '../../json/json.js';
import type { Step } from '../../language/case.js';
import type { Role } from '../../language/role.js';
import type { WireRecord } from '../../wire/record.js';
import type { Ending } from './outcome.js';

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
      isObject(record.message as Json) &&
      'result' in (record.message as JsonObject),
  );
}

/** Of a target that never answers it as it should, any answer shows that it lives: the cases of that requirement say the rest. */
export function livenessSteps({ alive }: Role, livenessDefect: LivenessDefect | undefined): Step[] {
  if (!alive) return [];
  const body = askIfAlive(alive);
  if (livenessDefect !== undefined) delete body.result;
  return [{ verb: 'call', body: { ...body, as: 'alive' }, check: [alive.check], save: {}, place: alive.place }];
}

/** What the ending of the liveness check says of the target. */
export function livenessOf(answer: Ending): Liveness {
  if (answer.kind === 'finished') return 'answered';
  if ('timedOut' in answer && answer.timedOut) return 'silent';
  return answer.kind === 'check-failed' ? 'wrong' : 'gone';
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
    ...(params === undefined ? {} : { params: params as Json }),
    ...(result === undefined ? {} : { result: result as Json }),
  };
}
