import { parseJson } from '../../../../json/json.js';
import { INHERIT } from './options.js';

/** What a budget limits, with how much of it a turn may use (Harn guide, Session budget). */
export type Limits = { readonly [what: string]: number };

/** A turn has used more than its budget has. */
export class BudgetExhausted extends Error {
  constructor(
    readonly limit: string,
    readonly allowed: number,
  ) {
    super(`the budget is exhausted: ${limit} is ${allowed}`);
  }
}

/** What the turns of a session may use: the limits hold for each turn. */
export class Budget {
  private spent = new Map<string, number>();

  /**
   * @param chosen what the session has set
   * @param inherited what the server allows where the session says nothing
   */
  constructor(
    private readonly chosen: () => string,
    private readonly inherited: Limits,
  ) {}

  /** A turn begins. */
  begin(): void {
    this.spent = new Map();
  }

  /** Uses some of it. Throws BudgetExhausted where that is more than there is. */
  spend(what: string, amount: number): void {
    const spent = (this.spent.get(what) ?? 0) + amount;
    this.spent.set(what, spent);
    const allowed = this.limits()[what];
    if (allowed !== undefined && spent > allowed) throw new BudgetExhausted(what, allowed);
  }

  private limits(): Limits {
    const chosen = this.chosen();
    if (chosen === INHERIT) return this.inherited;
    return chosen === 'off' ? {} : (parseJson(chosen) as Limits);
  }
}
