import { expect, it } from 'vitest';
import { realClock } from '../../../../wire/clock/clock.js';
import type { Conversation } from '../conversation.js';
import { LAZY_MANNER, LazyServer } from './lazy-server.js';

/** A server whose opening comes to this. */
function server(open: () => Promise<void>) {
  const ended: string[] = [];
  const boot = async () => ({
    conversation: { open } as Partial<Conversation> as Conversation,
    part: async () => {
      ended.push('ended');
      return 'last words';
    },
  });
  return { ended, lazy: new LazyServer(boot, { clock: realClock, keepAliveMs: 0, manner: LAZY_MANNER }) };
}

it('a server that is needed is started once, and ended with the last hold', async () => {
  const { ended, lazy } = server(async () => undefined);
  await lazy.hold();
  await lazy.hold();
  await lazy.release();
  expect(ended).toEqual([]);
  await lazy.release();
  expect(ended).toEqual(['ended']);
  expect(await lazy.end()).toBe('last words');
});

it('a server that refuses its opening is ended, and ending it again brings its last words', async () => {
  const { ended, lazy } = server(async () => {
    throw new Error('refused');
  });
  await expect(lazy.active()).rejects.toThrow('refused');
  expect(ended).toEqual(['ended']);
  expect(await lazy.end()).toBe('last words');
  expect(ended).toEqual(['ended']);
});
