import { expect, it } from 'vitest';
import { StreamableHttpCarrier } from './http-carrier.js';

const carrier = new StreamableHttpCarrier('http://127.0.0.1:1/mcp', {});
const initialize = (version: string) => ({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { version } });

it('an initialize that a case is about opens a session that no other case shares', () => {
  expect(carrier.opening({ message: initialize('1') })).toBeUndefined();
  expect(carrier.opening({ message: { jsonrpc: '2.0', id: 1, method: 'ping' }, anySession: true })).toBeUndefined();
});

it('sessions are shared only among requests with the same params', () => {
  const key = (version: string) => carrier.opening({ message: initialize(version), anySession: true });
  expect(key('1')).toBe(key('1'));
  expect(key('1')).not.toBe(key('2'));
});
