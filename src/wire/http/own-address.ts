import { isIPv6, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Admission } from './admission.js';

/** Addresses that stand for all of this machine. */
const ALL: readonly string[] = ['0.0.0.0', '::'];

/** An address as it stands in a URL. */
const inUrl = (address: string): string => (isIPv6(address) ? `[${address}]` : address);

/** The address in the URL of a server that listens at one: of all of them the first that other machines reach, if there is one. */
export function shownAddress(host: string): string {
  if (!ALL.includes(host)) return inUrl(host);
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
  // A link-local address needs the name of a network beside it.
  const outer = all.filter(({ internal, address }) => !internal && !/^fe80:/i.test(address));
  const shown = outer.find(({ family }) => family === 'IPv4') ?? (host === '::' ? outer[0] : undefined);
  return inUrl(shown?.address ?? (host === '::' ? '::1' : '127.0.0.1'));
}

/**
 * Admits requests that name the address on which a server listens, and its own pages. For a server that listens on all addresses this is
 * the address at which the request arrived, which no other site can name.
 *
 * @param host the address to listen on; undefined for loopback
 */
export function admitsOwn(
  admission: Admission,
  host: string | undefined,
  { localAddress = '', localPort = 0 }: Pick<Socket, 'localAddress' | 'localPort'>,
): Admission {
  if (host === undefined) return admission;
  const came = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  const names = [host, ...(ALL.includes(host) && came !== '' ? [came] : [])].map(inUrl);
  const origins = names.flatMap((name) => [
    `http://${name}:${localPort}`,
    // A browser leaves out the usual port.
    ...(localPort === 80 ? [`http://${name}`] : []),
  ]);
  return {
    ...admission,
    hosts: [...(admission.hosts ?? []), ...names],
    origins: [...(admission.origins ?? []), ...origins],
  };
}
