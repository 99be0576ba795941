import { expect, it } from 'vitest';
import { startPeer } from './stdio.js';

it('hears a peer that goes on beyond the limits of one case', async () => {
  const script = `process.stdout.write('{"jsonrpc":"2.0","method":"n"}\\n'.repeat(60000))`;
  const { pipes, stop } = await startPeer([process.execPath, '-e', script], process.cwd());
  let heard = 0;
  const how = await new Promise((resolve) => {
    pipes.listen((carried) => {
      if (carried.kind === 'message') heard += 1;
      if (carried.kind === 'closed') resolve(carried.closed?.how);
    });
  });
  expect([heard, how]).toEqual([60_000, 'end']);
  expect(await stop('eof', { eof: 5_000, term: 500 })).toMatchObject({ code: 0 });
});
