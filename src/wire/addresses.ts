import { BlockList, isIP } from 'node:net';

/** Whether the host of a URL is this machine: `localhost` and the names below it, 127.0.0.0/8, and ::1. */
export function isLoopbackHost(host: string): boolean {
  const name = bare(host);
  if (/^(?:.+\.)?localhost\.?$/i.test(name)) return true;
  return isIP(name) !== 0 && isLoopbackAddress(name);
}

/** Whether an address is 127.0.0.0/8 or ::1, written as such and not inside of an address of another kind. */
export function isLoopbackAddress(address: string): boolean {
  return isIP(address) === 4 ? loopback.check(address) : isIP(address) === 6 && same(address, '::1');
}

/**
 * Whether an address is that of a host anywhere on the internet: neither of this machine, nor of its own networks, nor of a cloud for
 * itself, nor of many hosts. An IPv6 address that has an IPv4 one inside is judged by that.
 */
export function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !loopback.check(address) && !special4.check(address);
  if (kind !== 6) return false;
  const inside = ipv4Inside(address);
  if (inside !== undefined) return isPublicAddress(inside);
  return global6.check(unzoned(address), 'ipv6') && !special6.check(unzoned(address), 'ipv6');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);

/** What is no host anywhere (IANA, IPv4 Special-Purpose Address Registry). */
const special4 = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  special4.addSubnet(net, prefix);

/** What is given out for hosts (RFC 4291, section 2.4), and what of it is for something else. The lists of both kinds are apart: one list
 * takes an IPv4 address for the IPv6 one that has it inside. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
const special6 = new BlockList();
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
] as const)
  special6.addSubnet(net, prefix, 'ipv6');

/** The IPv4 address in an IPv6 one that is mapped, compatible, translated (NAT64, SIIT), 6to4 or Teredo; undefined for others. */
function ipv4Inside(address: string): string | undefined {
  const words = wordsOf(address);
  const starts = (...prefix: number[]) => prefix.every((word, index) => words[index] === word);
  const at = (index: number) => dotted(words[index]!, words[index + 1]!);
  if (starts(0, 0, 0, 0, 0, 0) || starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0)) return at(6);
  if (starts(0x64, 0xff9b)) return at(6);
  if (starts(0x2002)) return at(1);
  if (starts(0x2001, 0)) return dotted(~words[6]! & 0xffff, ~words[7]! & 0xffff);
  return undefined;
}

const dotted = (high: number, low: number) => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');

/** The eight words of an IPv6 address. */
function wordsOf(address: string): number[] {
  // URL writes every form of one address in the same way, without dots.
  const text = bare(new URL(`http://[${unzoned(address)}]`).hostname);
  const [head = '', tail] = text.split('::');
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - before!.length - after!.length }, () => '0');
  return [...before!, ...(tail === undefined ? [] : zeros), ...after!].map((word) => Number.parseInt(word, 16));
}

const same = (one: string, other: string) => wordsOf(one).join() === wordsOf(other).join();

/** Without the name of a network card, which says where a link-local address is. */
const unzoned = (address: string) => address.replace(/%.*$/, '');

/** Without the brackets that an IPv6 address has in a URL. */
const bare = (host: string) => host.replace(/^\[|\]$/g, '');
