import { afterAll, beforeAll, expect } from 'vitest';
import { bodies } from '../hostile/bodies.js';
import { events } from '../hostile/events.js';
import { CORPUS, catalogue, playRow } from '../testing/hostile.js';
import { type Kit, kitWith } from '../testing/kit.js';
import { it } from '../testing/warm.js';

const rows = [...bodies, ...events];
let kit: Kit;

beforeAll(async () => {
  kit = await kitWith('mcp/server', CORPUS);
});
afterAll(() => kit.remove());

it('expects something of every behaviour over HTTP, and what its author meant', () => {
  const known = catalogue('http');
  expect(rows.map(({ name }) => name).sort()).toEqual(known.map(({ name }) => name).sort());
  for (const { name, exit } of rows) expect(known.find((one) => one.name === name)?.exit, name).toContain(exit);
});

it.concurrent.for(rows)('a target over HTTP: $name', { timeout: 400_000 }, (row, { sandbox }) =>
  playRow(sandbox, kit, 'http', row),
);
