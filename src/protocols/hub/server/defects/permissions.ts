import { equal } from '../../../../json/equal.js';
import type { Json } from '../../../../json/json.js';
import { type Decision, Permissions } from '../permissions.js';

/** The last answer to a permission request wins. */
export class LastDecisions extends Permissions {
  override again(): undefined {
    return undefined;
  }
}

/** An answer that was given before is the same again, whoever gives it. */
export class AnybodysDecisions extends Permissions {
  protected override isSame({ payload: decided }: Decision, payload: Json): boolean {
    return equal(decided, payload);
  }
}
