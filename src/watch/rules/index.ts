import type { RuleName } from '../finding.js';
import type { RuleMaker } from '../rule.js';
import { document } from './form/document.js';
import { envelope } from './form/envelope.js';
import { fits } from './form/fits.js';
import { json } from './form/json.js';
import { keys } from './form/keys.js';
import { misplaced } from './form/misplaced.js';
import { schema } from './form/schema.js';
import { stdout } from './form/stdout.js';
import { undeclared } from './form/undeclared.js';
import { usableSchemas } from './form/usable-schemas.js';
import { afterFinal } from './order/after-final.js';
import { opening } from './order/opening.js';
import { states } from './order/states.js';
import { answeredNotification } from './replies/answered-notification.js';
import { ids } from './replies/ids.js';
import { leftOpen } from './replies/left-open.js';
import { refused } from './replies/refused.js';
import { unmatched } from './replies/unmatched.js';
import { among } from './values/among.js';
import { given } from './values/given.js';
import { names } from './values/names.js';
import { offered } from './values/offered.js';
import { picked } from './values/picked.js';
import { repeated } from './values/repeated.js';

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
  undeclared,
  fits,
  given,
  offered,
  opening,
  keys,
  misplaced,
  picked,
  among,
  refused,
  'left-open': leftOpen,
  document,
  repeated,
  'usable-schemas': usableSchemas,
};
