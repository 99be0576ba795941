import { closest } from '../../../json/suggest.js';

/** The names of transports that clients know. */
export const KNOWN: readonly string[] = ['JSONRPC', 'GRPC', 'HTTP+JSON'];

/** The known transport that was meant by a name that only looks like one. */
export function knownTransport(name: string): string | undefined {
  return KNOWN.find((one) => plain(one) === plain(name)) ?? closest(name, KNOWN);
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

/** An absolute http or https address; undefined if the text is none. */
export function absoluteUrl(text: string): URL | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed : undefined;
}

/** What is to be said about an address that is reached over plain http and is not on this machine. */
export function plainHttp({ protocol, hostname, host }: URL): string | undefined {
  if (protocol === 'https:' || isLoopback(hostname)) return undefined;
  return `${host} is reached over plain http; in production it has to be https`;
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
