import type { JsonObject } from '../../json/json.js';
import type { OpenedChannel, OpenedChannelHost } from './open.js';

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

  /** Closes all. Never throws. */
  async end(signal: AbortSignal): Promise<void> {
    this.isOver = true;
    await Promise.all([...this.byName.values()].map((one) => one.close(signal).catch(() => undefined)));
  }
}
