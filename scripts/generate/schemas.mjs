// What makes bundles of schemas, `runner/schemas`, for the build: it runs before there is a package. Types take longest and are kept.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSource } from '../import-source.mjs';
import { cached } from './cache.mjs';

export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const source = await importSource('runner/schemas/schemas.ts', repository);

/** Our schemas. */
const OURS = { dir: join(repository, 'schemas'), label: 'schemas' };

export const { BASE, bundleOf, fileOf, JSON_TYPE, mapRefs, methodTable, OPTIONS, publish } = source;

/** The groups, if they can be made: what their files do not say of themselves is left to `npm run generate`. Throws SchemaProblems. */
export const readGroups = () => source.readGroups(OURS);

/** All groups, sound in every way. Throws SchemaProblems with all that is wrong with the schemas: what can't be read, what they do not say, wrong examples. */
export async function soundGroups() {
  const inspected = source.inspectGroups(OURS.dir);
  const { groups, problems, lacking } = inspected;
  const all = [...problems, ...lacking, ...(await source.refusedExamples(inspected, cached))];
  if (all.length > 0) throw new source.SchemaProblems(all, OURS);
  return groups;
}

/** What `schemas/publish.yaml` says of the bundles. Throws SchemaProblems. */
export function aboutOf(groups) {
  const problems = [];
  const form = () => readFileSync(join(OURS.dir, 'publish/v1.json'), 'utf8');
  const about = source.readPublishFile(OURS.dir, groups, form, problems);
  if (problems.length > 0) throw new source.SchemaProblems(problems, OURS);
  return about;
}

export const typesOf = (group, options) =>
  cached('types', [group.protocol, group.root !== undefined, options, source.bundleOf(group)], () =>
    source.typesOf(group, options),
  );
