import { afterAll, beforeAll, expect } from 'vitest';
import { CORPUS, catalogue, playRow, type Row } from '../testing/hostile.js';
import { type Kit, kitWith } from '../testing/kit.js';
import { it } from '../testing/warm.js';
import { messages } from './messages.js';
import { processes } from './processes.js';

const rows: Row[] = [...processes, ...messages];
let kit: Kit;

beforeAll(async () => {
  kit = await kitWith('mcp/server', CORPUS);
});
afterAll(() => kit.remove());

it('expects something of every behaviour over stdio, and what its author meant', () => {
  const known = catalogue('stdio');
  expect(rows.map(({ name }) => name).sort()).toEqual(known.map(({ name }) => name).sort());
  for (const { name, exit } of rows) expect(known.find((one) => one.name === name)?.exit, name).toContain(exit);
});

it.concurrent.for(rows)('a target over stdio: $name', { timeout: 400_000 }, (row, { sandbox }) =>
  playRow(sandbox, kit, 'stdio', row),
);
