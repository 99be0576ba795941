import type { RuleName } from '../finding.js';
import type { RuleMaker } from '../rule.js';
import { afterFinal } from './after-final.js';
import { answeredNotification } from './answered-notification.js';
import { document } from './document.js';
import { envelope } from './envelope.js';
import { fits } from './fits.js';
import { foreign } from './foreign.js';
import { given } from './given.js';
import { ids } from './ids.js';
import { json } from './json.js';
import { keys } from './keys.js';
import { leftOpen } from './left-open.js';
import { misplaced } from './misplaced.js';
import { names } from './names.js';
import { offered } from './offered.js';
import { opening } from './opening.js';
import { picked } from './picked.js';
import { refused } from './refused.js';
import { schema } from './schema.js';
import { states } from './states.js';
import { stdout } from './stdout.js';
import { unmatched } from './unmatched.js';

/** Every rule of the watch by its name in wire.yaml. */
export const makers: { readonly [name in RuleName]: RuleMaker } = {
  json,
  names,
  envelope,
  ids,
  schema,
  unmatched,
  'answered-notification': answeredNotification,
  'after-final': afterFinal,
  stdout,
  states,
  foreign,
  fits,
  given,
  offered,
  opening,
  keys,
  misplaced,
  picked,
  refused,
  'left-open': leftOpen,
  document,
};
