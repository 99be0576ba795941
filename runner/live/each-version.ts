import type { Finding, Side } from '../../src/watch/finding.js';
import type { Ending } from '../../src/watch/rule.js';
import type { HttpHead } from '../../src/wire/carried.js';
import type { WireRecord } from '../../src/wire/record.js';
import { BothSides, type BothSidesOptions } from './both-sides.js';

/** How many exchanges are remembered; of more, the oldest are forgotten. */
const REMEMBERED = 5_000;

export interface EachVersionOptions extends Omit<BothSidesOptions, 'sides'> {
  /** By version: what both sides are judged by. At least one. */
  sides: ReadonlyMap<string, BothSidesOptions['sides']>;
  /** Which version a request over HTTP is for. Unset if there is one. */
  askedBy?: ((http: HttpHead) => string) | undefined;
}

/** The wire rules over conversations in several versions at once: each exchange is judged by those of the version that its request is for. */
export class EachVersion
  implements Pick<BothSides, 'observe' | 'close' | 'findings' | 'judged' | 'broken' | 'messages'>
{
  private readonly watches: ReadonlyMap<string, BothSides>;
  /** The version of an exchange, by its channel. */
  private readonly asked = new Map<string, string>();

  constructor(private readonly options: EachVersionOptions) {
    const { sides, askedBy: _, ...rest } = options;
    this.watches = new Map([...sides].map(([version, one]) => [version, new BothSides({ ...rest, sides: one })]));
  }

  observe(session: string, record: WireRecord): Finding[] {
    return this.of(record).observe(session, record);
  }

  close(session: string, ending: Ending): Finding[] {
    return this.all.flatMap((watch) => watch.close(session, ending));
  }

  findings(side: Side): Finding[] {
    return this.all.flatMap((watch) => watch.findings(side));
  }

  judged(side: Side): Record<string, number> {
    return summed(this.all.map((watch) => watch.judged(side)));
  }

  broken(side: Side): Record<string, number> {
    return summed(this.all.map((watch) => watch.broken(side)));
  }

  messages(): number {
    return this.all.reduce((sum, watch) => sum + watch.messages(), 0);
  }

  private get all(): BothSides[] {
    return [...this.watches.values()];
  }

  private of({ channel, http }: WireRecord): BothSides {
    const { askedBy } = this.options;
    const [first] = this.all;
    if (!askedBy) return first!;
    if (http?.method !== undefined && !this.asked.has(channel)) {
      this.asked.set(channel, askedBy(http));
      const [oldest] = this.asked.keys();
      if (this.asked.size > REMEMBERED && oldest !== undefined) this.asked.delete(oldest);
    }
    return this.watches.get(this.asked.get(channel) ?? '') ?? first!;
  }
}

function summed(counts: readonly Record<string, number>[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const one of counts) for (const [name, count] of Object.entries(one)) all[name] = (all[name] ?? 0) + count;
  return all;
}
