import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import type { Remark } from '../../../language/remark.js';
import { absoluteUrl, KNOWN, knownTransport, plainHttp } from './transports.js';

/** The transport at `url` where the card does not say one. */
const DEFAULT = 'JSONRPC';

/** An address of the card, and the transport that is said to be there. */
interface Place {
  url: string;
  transport: string;
  /** Pointers to both. */
  at: { url: string; transport: string };
}

/** Whether addresses and transports can be used, and agree with each other. */
export function aboutInterfaces(card: AgentCard): Remark[] {
  const { preferredTransport, additionalInterfaces = [] } = card;
  const main: Place = {
    url: card.url,
    transport: preferredTransport ?? DEFAULT,
    at: { url: '/url', transport: preferredTransport === undefined ? '/url' : '/preferredTransport' },
  };
  const more = additionalInterfaces.map(({ url, transport }, index): Place => {
    const at = `/additionalInterfaces/${index}`;
    return { url, transport, at: { url: `${at}/url`, transport: `${at}/transport` } };
  });
  const remarks = [main, ...more].flatMap((place) => [...aboutUrl(place), ...aboutTransport(place)]);
  if (preferredTransport === undefined)
    remarks.push({
      path: '',
      message: 'lacks `preferredTransport`; clients take it for JSONRPC',
      severity: 'warning',
      requirement: 'A2A-CARD-005',
    });
  const isMain = (one: Place) => sameUrl(one.url, main.url) && one.transport === main.transport;
  if (more.length > 0 && !more.some(isMain))
    remarks.push({
      path: '/additionalInterfaces',
      message: `lists other interfaces, and not ${main.transport} at ${main.url}`,
      severity: 'warning',
      requirement: 'A2A-CARD-007',
    });
  return [...remarks, ...conflicts([main, ...more])];
}

/** Two transports at one address: that is permitted (5.6.2), and clear to nobody. */
function conflicts(places: readonly Place[]): Remark[] {
  return places.flatMap(({ url, transport, at }, index) => {
    const earlier = places.slice(0, index).find((one) => sameUrl(one.url, url) && one.transport !== transport);
    if (earlier === undefined) return [];
    const message = `is ${transport} at ${url}, where ${earlier.transport} is said to be as well`;
    return [{ path: at.transport, message, severity: 'warning', requirement: 'A2A-CARD-008' } as const];
  });
}

function aboutUrl({ url, transport, at }: Place): Remark[] {
  // An address of gRPC may be a host and a port alone.
  if (transport === 'GRPC') return [];
  const parsed = absoluteUrl(url);
  if (parsed === undefined) {
    const message = `expected an absolute http or https address, got ${JSON.stringify(url)}`;
    return [{ path: at.url, message, severity: 'error', requirement: 'A2A-CARD-004' }];
  }
  const message = plainHttp(parsed);
  return message === undefined ? [] : [{ path: at.url, message, severity: 'warning', requirement: 'A2A-CARD-017' }];
}

/** A card may name transports of its own; one that only looks like a known one will not be recognised. */
function aboutTransport({ transport, at }: Place): Remark[] {
  if (KNOWN.includes(transport)) return [];
  const meant = knownTransport(transport);
  if (meant === undefined) return [];
  const message = `the transport ${JSON.stringify(transport)} is none that clients know; did you mean \`${meant}\`?`;
  return [{ path: at.transport, message, severity: 'warning', requirement: 'A2A-CARD-004' }];
}

function sameUrl(a: string, b: string): boolean {
  return normal(a) === normal(b);
}

const normal = (url: string) => (parse(url)?.href ?? url).replace(/\/$/, '');

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
