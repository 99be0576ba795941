// Part of `npm run check`: a reference reads as if it had no defects. Only the folders `defects/` and `permissive/`, and the files that put a
// reference together, mention switches and permissive variants. That nothing else imports from `defects/` is in .dependency-cruiser.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join('src', 'protocols');
/** Where a reference, or the peer of a case, is put together, and what tests have of it. */
const TOGETHER = /(?:^|\/)(?:start|start-options|running|roles|peer-reference|testing)\.ts$|\.test\.ts$|\/testing\//;
/** What stands between a reference and its link or its handlers. */
const AROUND = /\/(?:defects|permissive)\//;
/** Asks what a target offers, and is no part of a reference. */
const EXPLORERS = /\/explore\//;
const WORDS = /\b(?:switches|SWITCHES|permissive\w*|Permissive\w*|defects)\b/;
/** Files that still do. None is added to them. */
const STILL = new Set(
  [
    'a2a/client/connection.ts',
    'a2a/client/permissive.ts',
    'a2a/client/run.ts',
    'a2a/client/script.ts',
    'a2a/client/switches.ts',
    'a2a/harn/permissive.ts',
    'a2a/server/permissive.ts',
    'a2a/server/rewrites.ts',
    'acp/agent/script.ts',
    'acp/agent/server.ts',
    'acp/client/script.ts',
    'bridge/host/script.ts',
    'bridge/host/session.ts',
    'bridge/runtime/server.ts',
    'harn/client/permissive.ts',
    'trust/client/harness.ts',
    'trust/client/permissive.ts',
    'trust/client/run.ts',
    'trust/client/script.ts',
    'trust/client/session.ts',
    'trust/client/unread.ts',
    'trust/server/permissive.ts',
    'trust/server/switches.ts',
  ].map((path) => join(ROOT, path)),
);

/** The code of a file, without its comments and the paths of its imports. */
const codeOf = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/from '[^']*';/g, '');

const files = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map(({ parentPath, name }) => join(parentPath, name));
const speaking = new Set(
  files
    .filter((path) => ![TOGETHER, AROUND, EXPLORERS].some((place) => place.test(path)))
    .filter((path) => WORDS.test(codeOf(readFileSync(path, 'utf8')))),
);
const wrong = [
  ...[...speaking]
    .filter((path) => !STILL.has(path))
    .map(
      (path) => `${path} mentions switches or permissive variants: move that into defects/ or permissive/ beside it`,
    ),
  ...[...STILL]
    .filter((path) => !speaking.has(path))
    .map((path) => `${path} no longer does: take it off the list in scripts/honest.mjs`),
];
for (const line of wrong) console.error(line);
process.exitCode = wrong.length > 0 ? 1 : 0;
