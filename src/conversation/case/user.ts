import type { OpensSpec } from '../../language/target.js';
import { visit } from '../../oauth/client/browser.js';
import { OAuthWeb } from '../../oauth/web.js';
import { isLoopbackHost } from '../../wire/addresses.js';
import type { Carried } from '../../wire/carried.js';
import { type Clock, sleep } from '../../wire/clock/clock.js';
import type { AcquireOptions } from '../target.js';

/** How many pages of one case are visited. */
const MOST_PAGES = 20;
/** How often a page is loaded again at which nobody listens yet, and after how many ms. */
const MOST_RELOADS = 60;
const RELOAD_AFTER = 250;

/** The user of a client: looks at the pages that it shows, and goes where they lead. */
export class CaseUser {
  private web: OAuthWeb | undefined;
  private readonly seen = new Set<string>();

  /** @param record takes note of a page that the client shows: a record of kind body whose body is the address as it was given */
  constructor(
    private readonly clock: Clock,
    private readonly record: (page: Carried) => void,
  ) {}

  /** What a target is started with that shows its user pages in this way. */
  shown(how: OpensSpec | undefined): Pick<AcquireOptions, 'opens'> {
    return how === undefined ? {} : { opens: { how, visit: (page) => this.visits(page) } };
  }

  /** Ends what is under way. */
  async leave(): Promise<void> {
    await this.web?.close();
  }

  /** Some clients open the page first, and listen for its answer after that. */
  private patience(): () => Promise<boolean> {
    let left = MOST_RELOADS;
    return async () => {
      if (left-- === 0) return false;
      await sleep(this.clock, RELOAD_AFTER);
      return true;
    };
  }

  /** An address that is none of this machine, or none of HTTP, is noted and not visited. */
  private visits(address: string): void {
    if (this.seen.has(address) || this.seen.size >= MOST_PAGES) return;
    this.seen.add(address);
    this.record({ kind: 'body', body: address });
    const page = URL.canParse(address) ? new URL(address) : undefined;
    if (!page || !/^https?:$/.test(page.protocol) || !isLoopbackHost(page.hostname)) return;
    this.web ??= new OAuthWeb({ clock: this.clock });
    // What a page answers that can't be had, the outcome of the client shows.
    void visit(this.web, page, ({ hostname }) => !isLoopbackHost(hostname), this.patience()).catch(() => undefined);
  }
}
