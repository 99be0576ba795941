import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './addresses.js';

describe('an address', () => {
  it.each([
    ['8.8.8.8'],
    ['93.184.216.34'],
    ['172.15.0.1'],
    ['172.32.0.1'],
    ['100.63.255.255'],
    ['2606:2800:220:1:248:1893:25c8:1946'],
    // A network without IPv4 reaches a host so (RFC 6052).
    ['64:ff9b::8.8.8.8'],
    ['::ffff:8.8.8.8'],
  ])('%s is one on the internet', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ...[
      '0.0.0.0',
      '0.1.2.3',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '127.255.255.254',
      '169.254.169.254',
      '172.16.0.1',
    ],
    ...['172.31.255.255', '192.0.0.1', '192.168.0.1', '198.18.0.1', '224.0.0.1', '239.1.1.1', '255.255.255.255'],
    ...['::', '::1', '::127.0.0.1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::FFFF:A9FE:A9FE'],
    ...['::ffff:10.0.0.1', '::ffff:0:127.0.0.1', '0:0:0:0:0:ffff:a00:1', '64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe'],
    ...['64:ff9b:1::10.0.0.1', '2002:7f00:1::', '2002:a00:1::1', '2001:0:0:0:0:0:80ff:fffe', '2001::5601:5601'],
    ...['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1', 'ff02::1', '100::1', '2001:db8::1'],
    ...['3fff::1', '4000::1', 'not-an-address', '', '127.1', '2130706433'],
  ])('%s is none on the internet', (address) => expect(isPublicAddress(address)).toBe(false));

  it.each<[string, boolean]>([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['::ffff:127.0.0.1', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['::', false],
    ['0.0.0.0', false],
    ['128.0.0.1', false],
    ['localhost', false],
  ])('%s is loopback: %s', (address, is) => expect(isLoopbackAddress(address)).toBe(is));
});

it.each<[string, boolean]>([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['a.localhost', true],
  ['[::1]', true],
  ['127.0.0.1', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.example', false],
  ['[::ffff:7f00:1]', false],
  ['', false],
])('the host %s is this machine: %s', (host, is) => expect(isLoopbackHost(host)).toBe(is));
