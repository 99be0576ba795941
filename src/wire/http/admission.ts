import type { Headers, HttpHead } from '../carried.js';

/** Who may come to a listener besides programs and pages of this machine. `*` in a list stands for everybody. */
export interface Admission {
  /** Origins of other sites whose pages may come. */
  origins?: readonly string[];
  /** Names, besides those of this machine, that a Host header may hold; with a port or without. */
  hosts?: readonly string[];
  /** Once origins are listed, pages of this machine must be among them, too. */
  listedOnly?: boolean;
}

/** Who may come by one of them. */
export const bothOf = (one: Admission = {}, other: Admission = {}): Admission => ({
  origins: [...(one.origins ?? []), ...(other.origins ?? [])],
  hosts: [...(one.hosts ?? []), ...(other.hosts ?? [])],
});

/** What is answered in place of what was asked for. */
export interface Refusal {
  status: number;
  headers?: Headers;
  /** Says why, and what to do about it. */
  reason?: string;
}

export type ExplainedRefusal = Refusal & { reason: string };

const PORT = /:\d*$/;
/** Characters of a foreign header that a reason repeats. */
const SHOWN = 100;

/**
 * Refuses requests that a web page of another site made a browser on this machine send: such a page has a foreign Origin, or reached
 * us by a foreign name that leads to this machine (DNS rebinding). A client that is no browser sends no Origin and is let in.
 */
export function admit({ path = '', headers }: HttpHead, allowed: Admission): ExplainedRefusal | undefined {
  const { host } = headers;
  const { hosts = [], origins = [] } = allowed;
  // The target of a request outranks its Host (RFC 9112, 3.2.2).
  const names = [host, /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(path)?.[1] ?? host];
  const foreign = hosts.includes('*') ? -1 : names.findIndex((name) => !isHost(name, hosts));
  if (foreign >= 0) return refusal('host', names[foreign], 'hosts');
  if (origins.includes('*') || isOrigin(headers, allowed)) return undefined;
  return refusal('origin', headers.origin ?? 'of another site', 'origins');
}

function refusal(what: 'host' | 'origin', value: string | undefined, list: 'hosts' | 'origins'): ExplainedRefusal {
  const shown = value === undefined ? 'that the request leaves out' : printable(value);
  return {
    status: 403,
    reason: `The ${what} ${shown} is not allowed: only this machine may come. Whoever started this server can list more under \`${list}\``,
  };
}

/** Nothing of it does anything to a terminal or a page. */
const printable = (text: string) => text.slice(0, SHOWN).replace(/[^ -~]|[<>&]/g, '?');

function isHost(host: string | undefined, listed: readonly string[]): boolean {
  if (host === undefined) return false;
  const name = host.toLowerCase();
  const bare = name.replace(PORT, '');
  return isLoopback(bare) || listed.some((one) => [name, bare].includes(one.toLowerCase()));
}

function isOrigin(headers: Headers, { origins = [], listedOnly = false }: Admission): boolean {
  const { origin } = headers;
  // What a page loads without asking for its content has no Origin; a browser says all the same that another site wants it.
  if (origin === undefined)
    return headers['sec-fetch-site'] !== 'cross-site' || headers['sec-fetch-mode'] === 'navigate';
  const given = plain(origin);
  if (origins.some((one) => plain(one) === given)) return true;
  if (listedOnly && origins.length > 0) return false;
  const name = /^https?:\/\/(.*)$/.exec(given)?.[1];
  return name !== undefined && isLoopback(name.replace(PORT, ''));
}

const plain = (origin: string) => origin.toLowerCase().replace(/\/$/, '');

/** Whether a name, in lower case, is one that nobody but this machine has: no other site's name leads a browser to it. */
const isLoopback = (name: string) => name === '[::1]' || /^localhost\.?$/.test(name) || LOOPBACK_ADDRESS.test(name);

const LOOPBACK_ADDRESS = /^127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
