import { openBorder } from '../../../wire/carried.js';
import { during } from '../../../wire/clock/clock.js';
import type { ConversationOptions } from './conversation.js';
import { StreamableHttpLink } from './http/link.js';
import type { ClientParts } from './parts.js';
import { ClientSession } from './session.js';

/**
 * Connects to other servers over Streamable HTTP. One that can't be spoken with is left out, unless `leftOut` throws. Resolves with what
 * leaves the others.
 */
export async function joinOthers(
  urls: readonly string[],
  how: ConversationOptions,
  parts: Pick<ClientParts, 'clock' | 'link' | 'leftOut'>,
): Promise<() => Promise<void>> {
  const { clock } = parts;
  const links: StreamableHttpLink[] = [];
  for (const url of urls) {
    const link = new StreamableHttpLink({
      url,
      border: openBorder,
      clock,
      exit: () => undefined,
      listens: false,
      saysGoodbye: true,
      closesCancelled: false,
      credential: () => ({}),
      mostTries: 0,
      worded: (headers) => headers,
      addressed: (path) => path,
      moved: () => undefined,
    });
    try {
      await during(clock, new ClientSession(parts.link(link, true), how).open());
      links.push(link);
    } catch (error) {
      await link.end();
      parts.leftOut(error, url);
    }
  }
  return async () => {
    await Promise.all(links.map((link) => link.end()));
  };
}
