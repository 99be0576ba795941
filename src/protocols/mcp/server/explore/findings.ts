import { DEEPEST_GIVEN, type ShownBehavior } from '../../../../conversation/explorer.js';
import { depthOf, type JsonObject } from '../../../../json/json.js';

/** What was found so far: the first way that shows a behavior counts. */
export class Findings {
  readonly shows = new Map<string, ShownBehavior>();
  readonly lacks = new Map<string, string>();

  /** Notes that the target shows a behavior by these values, unless they nest deeper than a target file can. */
  show(behavior: string, gives?: JsonObject): void {
    if (this.shows.has(behavior) || (gives !== undefined && depthOf(gives) > DEEPEST_GIVEN)) return;
    this.shows.set(behavior, gives === undefined ? {} : { gives });
    this.lacks.delete(behavior);
  }

  /** Says why the target shows none of these, as far as it does not. */
  lack(reason: string, ...behaviors: string[]): void {
    for (const behavior of behaviors) if (!this.shows.has(behavior)) this.lacks.set(behavior, reason);
  }
}
