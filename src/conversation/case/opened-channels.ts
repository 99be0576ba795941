import type { Json, JsonObject } from '../../json/json.js';
import { StageError } from '../stage.js';
import { challengesIn, placesOf, queryOf } from './oauth-values.js';
import type { OpenedChannel, OpenedChannelHost } from './opened-channel.js';
import { tokenOf } from './token.js';

/** The channels that the steps of one case have opened: listeners, and connections of its own. They end with the case. */
export class OpenedChannels {
  private readonly byName = new Map<string, OpenedChannel>();
  private isOver = false;

  /** Opens the channel that an `open` step describes. One that comes to be only once the case has ended is closed at once. */
  async open(body: JsonObject, host: OpenedChannelHost): Promise<void> {
    // Few cases open channels of their own; the others do not pay for loading what it takes.
    const { openChannel } = await import('./open.js');
    const opened = await openChannel(body, host);
    if (this.isOver) await opened.close(host.signal);
    else this.byName.set(String(body.as), opened);
  }

  get(name: string): OpenedChannel | undefined {
    return this.byName.get(name);
  }

  /** What a `control` step does with an authorization server. Throws StageError where it can't be done. */
  control(name: string, body: JsonObject): void {
    const { authorization } = this.byName.get(name) ?? {};
    if (!authorization) throw new StageError('defect', `${name} is not an authorization server of this case`);
    authorization.control(body);
  }

  /** What a function of the steps makes of its operand, at a time in ms since 1970. Throws StageError. */
  make(name: string, operand: Json, now: number): Json {
    if (name === '$challenges') return challengesIn(operand);
    if (name === '$places') return placesOf(operand);
    if (name === '$query') return queryOf(operand);
    return tokenOf(operand, Math.floor(now / 1_000), (server) => this.byName.get(server)?.authorization);
  }

  /** Closes all. Never throws. */
  async end(signal: AbortSignal): Promise<void> {
    this.isOver = true;
    await Promise.all([...this.byName.values()].map((one) => one.close(signal).catch(() => undefined)));
  }
}
