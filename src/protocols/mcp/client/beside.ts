import { openBorder } from '../../../wire/carried.js';
import { type Clock, during } from '../../../wire/clock/clock.js';
import { StreamableHttpLink } from './http/link.js';
import { ClientSession, type SessionOptions } from './session.js';

/**
 * Connects to other servers over Streamable HTTP. One that can't be spoken with is left out, and `warn` is told. Resolves with what leaves
 * the others. Rejects where `all` of them are needed and one is left out.
 */
export async function joinOthers(
  urls: readonly string[],
  how: SessionOptions,
  { clock, warn, all }: { clock: Clock; warn: (text: string) => void; all: boolean },
): Promise<() => Promise<void>> {
  const links: StreamableHttpLink[] = [];
  for (const url of urls) {
    const link = new StreamableHttpLink({
      url,
      border: openBorder,
      clock,
      exit: () => undefined,
      listens: false,
      saysGoodbye: true,
      credential: () => ({}),
      worded: (headers) => headers,
    });
    try {
      await during(clock, new ClientSession(link, how).open());
      links.push(link);
    } catch (error) {
      await link.end();
      if (all) throw error;
      const why = error instanceof Error ? error.message : String(error);
      warn(`the server at ${url} can not be spoken with and is left out: ${why}\n`);
    }
  }
  return async () => {
    await Promise.all(links.map((link) => link.end()));
  };
}
