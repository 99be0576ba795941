import type { Finding } from '../../src/watch/finding.js';
import type { Carried } from '../../src/wire/carried.js';
import type { WireRecord } from '../../src/wire/record.js';

/** Something that a mock or its peer said. `from` is `kit` for the mock and `target` for its peer. */
export interface MockMessage {
  record: WireRecord;
  /** The conversation that it is part of. */
  session: string;
  /** What the wire rules found wrong with it, about either side. */
  findings: readonly Finding[];
  /** Of what a fault has changed on its way out: what the sender said. */
  before?: Carried;
}
