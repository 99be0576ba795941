import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Clock } from '../../../wire/clock/clock.js';
import { cardsAlone, lookAtCards, ServerCards } from './cards.js';

describe('server cards', () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    response.statusCode = request.url === '/card' ? 200 : 404;
    response.end(JSON.stringify({ name: 'kit', count: asked }));
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  let now = 0;
  const clock: Clock = { now: () => now, date: () => now, after: () => () => undefined };

  it('are kept for five minutes', async () => {
    const cards = new ServerCards(clock, '/');
    const first = await cards.get(`${url}/card`);
    now += 299_999;
    expect(await cards.get(`${url}/card`)).toEqual(first);
    now += 1;
    expect(await cards.get(`${url}/card`)).not.toEqual(first);
  });

  it('are told of as far as they are there', async () => {
    const outcome = await lookAtCards([`${url}/card`, `${url}/none`], new ServerCards(clock, '/'));
    expect(outcome).toMatchObject({ ok: false, value: { server: null, results: [{ name: 'kit' }] } });
    expect(outcome.error).toContain('status 404');
  });

  it('are read from a file', async () => {
    const cards = new ServerCards(clock, new URL('../../../..', import.meta.url).pathname);
    expect(await cards.get('package.json')).toMatchObject({ name: 'proctor' });
  });

  it.each([
    [
      [{ card: 'a' }, { card: 'b' }],
      ['a', 'b'],
    ],
    [[{ card: 'a' }, { list: 'tools' as const }], undefined],
    [[], undefined],
  ])('are all that %j look at: %j', (actions, cards) => expect(cardsAlone(actions)).toEqual(cards));
});
