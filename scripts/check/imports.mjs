// Imports go one way: each room may use the rooms below it, never those above.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Rooms from the bottom up, by path prefix; the first that fits counts. Rooms of one level do not use each other. */
const levels = [
  ['src/generated/'],
  ['src/jsonrpc/', 'src/transport/'],
  ['src/play/', 'src/watch/', 'src/schemas'],
  ['src/mcp/', 'src/bridge/', 'src/acp/', 'src/harn/', 'src/hub/', 'src/a2a/', 'src/trust/'],
  ['src/protocols.ts'],
  ['src/mock/'],
  ['runner/events.ts', 'runner/types.ts'],
  ['runner/load/', 'runner/plan/', 'runner/judge/', 'runner/drive/'],
  ['runner/selftest/'],
  ['reports/'],
  ['runner/cli/'],
];
/** Rooms of one level that may use each other, because they are two halves of one subject. */
const neighbours = [
  ['src/jsonrpc/', 'src/transport/'],
  ['src/play/', 'src/watch/', 'src/schemas'],
  ['src/acp/', 'src/harn/'],
  ['src/bridge/', 'src/harn/'],
  ['src/hub/', 'src/acp/'],
  ['runner/load/', 'runner/plan/', 'runner/judge/', 'runner/drive/'],
];

const roomOf = (file) => levels.flat().find((room) => file.startsWith(room));
const levelOf = (room) => levels.findIndex((level) => level.includes(room));

function* sources(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (path.endsWith('.ts')) yield relative(root, path);
  }
}

let wrong = 0;
for (const folder of ['src', 'runner', 'reports']) {
  for (const file of sources(join(root, folder))) {
    if (file.endsWith('.test.ts')) continue;
    const from = roomOf(file);
    if (!from) {
      console.log(`${file}: lies in no room; add it to scripts/check/imports.mjs`);
      wrong++;
      continue;
    }
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts');
      const to = roomOf(target);
      if (!to || to === from) continue;
      const allowed =
        levelOf(to) < levelOf(from) || neighbours.some((pair) => pair.includes(to) && pair.includes(from));
      if (!allowed) {
        console.log(`${file}: ${from} must not use ${to} (${specifier})`);
        wrong++;
      }
    }
  }
}
process.exit(wrong > 0 ? 1 : 0);
