import { expect } from 'vitest';
import { it, PROCTOR } from '../testing/program.js';

it('a mock with a token lets in those who have its URL, and shows the token nowhere else', async ({ sandbox }) => {
  const options = ['--log=log.ndjson', '--judge', '--reporter', 'json=judged.json', '--reporter', 'pretty'];
  const line = ['a2a/server', '--transport', 'rest', '--token', 's3cret-1', ...options];
  const mock = sandbox.launch([process.execPath, PROCTOR, 'mock', ...line]);
  const url = (await mock.firstLine()).replace('listening on ', '').trim();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s3cret-1\/$/);
  const client = await sandbox.run(['mock', 'a2a/client', '--url', url]);
  expect([client.exit, client.stdout]).toEqual([0, expect.stringContaining('"ok":true')]);
  const stranger = await sandbox.run(['mock', 'a2a/client', '--url', url.replace('s3cret-1', 's3cret-2')]);
  expect([stranger.exit, stranger.stdout]).toEqual([1, expect.stringContaining('HTTP 403')]);
  mock.signal('SIGTERM');
  const { exit, stdout, stderr } = await mock.done;
  expect([exit, stdout]).toEqual([0, `listening on ${url}\n`]);
  const shown = [stderr, sandbox.read('log.ndjson'), sandbox.read('judged.json')];
  expect(shown.map((text) => text.includes('s3cret-1'))).toEqual([false, false, false]);
  expect(shown[1]).toContain('[redacted]');
});
