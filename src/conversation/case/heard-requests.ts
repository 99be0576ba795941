import type { Json } from '../../json/json.js';
import type { ServerExchange } from '../../wire/http/server.js';
import type { Channel } from '../channel.js';
import { StageError } from '../stage.js';
import { Answers } from './answers.js';
import type { OpenedChannelHost } from './opened-channel.js';
import { receivedRequest } from './received.js';

/** The requests that come to a listener of a case: each is a record of kind body, and the answers of the case come first. */
export class HeardRequests {
  /** Where they are recorded. Set once the listener is there. */
  channel: Channel | undefined;
  private readonly answers: Answers;
  private readonly ending = new AbortController();
  private readonly end = () => this.ending.abort();

  /** @param written the answers of the case */
  constructor(
    written: Json | undefined,
    private readonly host: OpenedChannelHost,
  ) {
    host.signal.addEventListener('abort', this.end, { once: true });
    this.answers = new Answers(written, host.answers, host.clock, this.ending.signal);
  }

  /** Gives up answers that wait: nobody waits for them any more. */
  close(): void {
    this.host.signal.removeEventListener('abort', this.end);
    this.end();
  }

  /** Records a request and says whether the case has answered it. */
  answer(exchange: ServerExchange): boolean {
    const { method, path, headers } = exchange;
    const received = receivedRequest({ method, path, headers }, exchange.body);
    const { channel, host } = this;
    if (channel)
      host.record('target', [channel], { kind: 'body', body: received.body, http: { method, path, headers } });
    return this.answers.answer(exchange, received);
  }
}

/** What `send` does on a listener. Throws StageError. */
export async function nothingToSend(): Promise<never> {
  throw new StageError('defect', 'a listener answers by `answers`; nothing can be sent on it');
}
