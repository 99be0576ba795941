// Refuses a card that does not say its preferred transport, which a client may: kagent-dev/kagent#1684
import { run } from '../bases/a2a-client.mjs';

await run({
  addressOf({ url, preferredTransport, additionalInterfaces = [] }) {
    if (preferredTransport === 'JSONRPC') return url;
    if (preferredTransport === undefined) return undefined;
    return additionalInterfaces.find(({ transport }) => transport === 'JSONRPC')?.url;
  },
});
