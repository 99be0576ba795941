import type {
  ControlListener,
  ControlMethod,
  ControlParams,
  ControlResult,
  LiveSession,
} from '../../../src/control/types.js';
import type { Secrets } from '../../../src/json/secrets/redact.js';
import { redactRecord } from '../../../src/recording/redact-record.js';
import { realClock } from '../../../src/wire/clock/clock.js';
import type { RunEvent } from '../../events.js';
import type { HostedClient } from '../../targets/hosted/hosted-client.js';
import type { ReadSession } from './read-session.js';

/** ms between two notices: a page draws no faster. */
const PACE = 100;

/** A hosted run as its page sees it: a run that can be read, and a person who is asked and answers. */
export class HostedSession implements LiveSession {
  private cancel: (() => void) | undefined;
  private readonly listeners = new Set<ControlListener>();

  /** @param end ends the run */
  constructor(
    private readonly run: ReadSession,
    private readonly client: HostedClient,
    secrets: Secrets,
    private readonly end: () => void,
  ) {
    client.watch({
      changed: () => this.changed(),
      begins: (id) => run.event({ type: 'case.started', id, name: id }),
      record: (id, record) => run.event({ type: 'message', case: id, record: redactRecord(record, secrets) }),
    });
  }

  /** Takes an event of the run, without secrets. Its messages are known: they came live. */
  event(event: RunEvent): void {
    if (event.type !== 'message') this.run.event(event);
    if (event.type === 'run.started' && event.target.calls !== undefined)
      this.client.knows({ client: event.target.calls });
    if (event.type === 'run.finished') this.client.knows({ exit: event.exit });
  }

  async request<M extends ControlMethod>(method: M, params: NonNullable<ControlParams<M>>): Promise<ControlResult<M>> {
    const done = {} as ControlResult<M>;
    switch (method) {
      case 'hosted/read':
        return this.client.state() as ControlResult<M>;
      case 'hosted/answer':
        this.client.answer(params as NonNullable<ControlParams<'hosted/answer'>>);
        return done;
      case 'hosted/end':
        this.end();
        return done;
      default:
        return this.run.request(method, params);
    }
  }

  watch(listener: ControlListener): () => void {
    const unwatch = this.run.watch(listener);
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      unwatch();
    };
  }

  flush(): void {
    this.run.flush();
    if (this.cancel) this.tell();
  }

  private changed(): void {
    if (this.listeners.size === 0 || this.cancel) return;
    this.cancel = realClock.after(PACE, () => this.tell());
  }

  private tell(): void {
    this.cancel?.();
    this.cancel = undefined;
    const run = this.client.state();
    for (const listener of this.listeners) listener('hosted/changed', { run });
  }
}
