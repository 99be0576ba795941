import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
const REVISION = {
  title: `Model Context Protocol ${MADE_UP}`,
  extends: '2026-07-28',
  definitions: {
    changes: Object.fromEntries(
      Object.entries(RENAMED).map(([name, others]) => [
        name,
        {
          required: ['resultType', 'maxAgeMs', 'cacheScope', ...others],
          properties: {
            ttlMs: null,
            maxAgeMs: { type: 'integer', minimum: 0, description: 'How many milliseconds it stays fresh.' },
          },
        },
      ]),
    ),
  },
};

/** Adds it to a copy of Proctor. */
export function addMadeUpRevision(copy: string): void {
  const versions = join(copy, 'cases/mcp/versions.yaml');
  const text = readFileSync(versions, 'utf8');
  writeFileSync(versions, text.replace(/^# Every revision/m, `${VERSION}$&`));
  mkdirSync(join(copy, `schemas/mcp/${MADE_UP}`));
  writeFileSync(join(copy, `schemas/mcp/${MADE_UP}/revision.yaml`), JSON.stringify(REVISION));
}
