import type { HttpHead } from '../../wire/carried.js';
import type { Refusal } from '../../wire/http/admission.js';
import type { Lane, LaneHost } from '../lane.js';

/** What is left of a connection of the target that the kit did not upgrade: its head, and what that was answered with. */
export class RefusedLane implements Lane {
  readonly traffic = { sent: () => 0, received: () => 0 };

  constructor({ main, record }: LaneHost, head: HttpHead, { status, headers = {} }: Refusal) {
    record('target', [main], { kind: 'http', http: head });
    record('kit', [main], { kind: 'http', http: { status, headers } });
    main.ended = true;
    record('kit', [main], { kind: 'closed', closed: { how: 'end' } });
  }

  async send(): Promise<void> {}

  async close(): Promise<void> {}

  canAnswer(): boolean {
    return false;
  }

  async end(): Promise<void> {}
}
