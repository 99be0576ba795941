import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A revision that nobody made. */
export const MADE_UP = '2027-01-01';
/** What a revision costs that renames one member: its line in versions.yaml, and what it changes of the one before. */
const VERSION = `  "${MADE_UP}": { like: "2026-07-28", protocolVersion: "${MADE_UP}", reference: { serverInfo: metadata, lifetime: maxAgeMs, namesPages: false, hasTasks: true }, meta: { io.modelcontextprotocol/protocolVersion: "${MADE_UP}", io.modelcontextprotocol/clientCapabilities: {} } }\n`;
const RENAMED = {
  CacheableResult: [],
  DiscoverResult: ['supportedVersions', 'capabilities'],
  ListToolsResult: ['tools'],
  ListPromptsResult: ['prompts'],
  ListResourcesResult: ['resources'],
  ListResourceTemplatesResult: ['resourceTemplates'],
  ReadResourceResult: ['contents'],
};
/** The definitions of the one before. */
const BASE = resolve(import.meta.dirname, '../../dist/schemas/mcp/2026-07-28.json');

/** What it says of the one before: the member has another name, in definitions and in all examples. */
function revision() {
  const { $defs } = JSON.parse(readFileSync(BASE, 'utf8')) as { $defs: { [name: string]: { examples: unknown } } };
  const texts = Object.entries($defs).map(([name, { examples }]) => [name, JSON.stringify(examples)] as const);
  const examples = Object.fromEntries(
    texts
      // What is made of the method table takes its examples from the definitions.
      .filter(([name, text]) => text.includes('"cacheScope"') && !/^(Client|Server)Message$/.test(name))
      .map(([name, text]) => [name, { examples: JSON.parse(text.replaceAll('"ttlMs"', '"maxAgeMs"')) }]),
  );
  const results = Object.entries(RENAMED).map(([name, others]) => [
    name,
    {
      required: ['resultType', 'maxAgeMs', 'cacheScope', ...others],
      properties: {
        ttlMs: null,
        maxAgeMs: { type: 'integer', minimum: 0, description: 'How many milliseconds it stays fresh.' },
      },
      ...examples[name as string],
    },
  ]);
  return {
    title: `Model Context Protocol ${MADE_UP}`,
    extends: '2026-07-28',
    definitions: { changes: { ...examples, ...Object.fromEntries(results) } },
  };
}

/** Adds it to a copy of Proctor. */
export function addMadeUpRevision(copy: string): void {
  const versions = join(copy, 'cases/mcp/versions.yaml');
  const text = readFileSync(versions, 'utf8');
  writeFileSync(versions, text.replace(/^# Every revision/m, `${VERSION}$&`));
  mkdirSync(join(copy, `schemas/mcp/${MADE_UP}`));
  writeFileSync(join(copy, `schemas/mcp/${MADE_UP}/revision.yaml`), JSON.stringify(revision()));
}
