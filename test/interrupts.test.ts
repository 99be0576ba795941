import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { it, type Shop } from './testing/program.js';

const node = process.execPath;
const soon = { timeout: 30_000, interval: 20 };

/** A server that ends by no signal and no end of its input, and writes into the folder of its case as long as it lives. */
const STUBBORN = `
  const { mkdirSync, writeFileSync } = require('fs');
  const dir = process.argv[1];
  process.on('SIGTERM', () => {});
  setTimeout(() => process.exit(9), 60000);
  let count = 0;
  setInterval(() => { mkdirSync(dir + '/deep', { recursive: true }); writeFileSync(dir + '/deep/' + count++, 'x'); }, 1);
`;

async function interrupted(shop: Shop, [first, second]: readonly [NodeJS.Signals, NodeJS.Signals], program: string) {
  const stdio = { command: [node, '-e', program, '${dir}'], stop: { grace: '30s' } };
  shop.file('a.yaml', `name: a\nrole: mcp/server\ntransports:\n  stdio: ${JSON.stringify(stdio)}\n`);
  const running = shop.start(['run', '--target', 'a.yaml', '--jobs', '2', 'mcp.server.ping']);
  const folders = () => readdirSync(shop.tmp).filter((name) => existsSync(join(shop.tmp, name, 'deep')));
  await vi.waitUntil(() => folders().length > 0, soon);
  running.signal(first);
  // Two of a kind that come at once may arrive as one.
  const again = setInterval(() => running.signal(second), 50);
  return running.done.finally(() => clearInterval(again));
}

describe('a second interruption', () => {
  it.for([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
  ] as const)('by %s and %s ends at once, and leaves neither processes nor folders', async (signals, { shop }) => {
    const { exit } = await interrupted(shop, signals, STUBBORN);
    expect(exit).toBe(130);
    // What was killed is gone a moment later.
    await vi.waitUntil(() => shop.left().length === 0, soon);
  });
});
