import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { count } from '../../../../reports/text/words.js';
import { plainCause } from '../../../../src/files/cause.js';
import { builtFiles } from '../../../../src/schemas/built/package-files.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { WriteError, writeAll } from '../../../init/files.js';
import { typesOf } from '../../../schemas/declarations.js';
import { refusedExamples } from '../../../schemas/examples.js';
import { BASE, inspectGroups } from '../../../schemas/groups.js';
import { publishedGroups } from '../../../schemas/package-groups.js';
import type { TestedRequirement } from '../../../schemas/pages/requirements.js';
import { linesOf, type Problem, type SchemaFolder, SchemaProblems } from '../../../schemas/problems.js';
import { type Index, publish } from '../../../schemas/publish.js';
import { readPublishFile } from '../../../schemas/publish-file.js';
import type { Group } from '../../../schemas/types.js';
import { packageRoot } from '../../root.js';
import { coverageOf } from '../../support/index-of.js';
import { type Done, type InfoContext, soundCorpus } from '../../support/print.js';
import { UsageError } from '../../support/usage-error.js';
import { version } from '../../support/version.js';
import { exchangesIn, packagedExchanges } from './exchanges.js';

export interface BuildArguments {
  id?: string;
  out?: string;
  types: boolean;
  pages: boolean;
  strict?: boolean;
  /** Cases of the project, whose requirements get pages. */
  cases: string[];
  /** Recordings and reports whose messages the pages show. */
  recording: string[];
}

/** The schema of `publish.yaml`. */
const publishForm = () => readFileSync(join(builtFiles(), 'schemas/publish/v1.json'), 'utf8');

/** What is said of missing descriptions before the rest is counted. */
const MOST_SHOWN = 10;

/**
 * `proctor schemas build [FOLDER]`: writes all that is published of a folder of schemas, or of Proctor's own. Throws UsageError: for schemas that
 * are broken, with their places, and with `strict` for those that lack a description or an example.
 */
export async function buildSchemas(
  [folder, ...others]: readonly string[],
  options: BuildArguments,
  context: InfoContext,
): Promise<Done> {
  try {
    if (others.length > 0) throw new UsageError(`build takes one folder, not ${others.length + 1}`);
    return await build(folder, options, context);
  } catch (error) {
    if (error instanceof SchemaProblems) throw new UsageError(error.message);
    if (error instanceof WriteError) throw new UsageError(error.message);
    throw error;
  }
}

async function build(folder: string | undefined, options: BuildArguments, context: InfoContext): Promise<Done> {
  const { out, strict = false } = options;
  if (out === undefined)
    throw new UsageError('--out is missing: the folder that the files go into, such as --out dist');
  const base = baseOf(options.id, folder);
  const schemas: SchemaFolder =
    folder === undefined
      ? { dir: join(packageRoot, 'schemas'), label: 'schemas' }
      : { dir: resolve(folder), label: relative('.', folder) || '.' };
  const { groups, lacking, usual = {} } = folder === undefined ? ours() : await foundIn(schemas);
  const problems: Problem[] = [];
  const about = readPublishFile(schemas.dir, groups, publishForm, problems);
  if (problems.length > 0) throw new SchemaProblems(problems, schemas);
  if (lacking.length > 0) {
    if (strict) throw new SchemaProblems(lacking, schemas);
    const lines = linesOf(lacking, schemas);
    const more =
      lines.length > MOST_SHOWN ? [`and ${lines.length - MOST_SHOWN} more: --strict lists all, and fails`] : [];
    stderr.write(`${[...lines.slice(0, MOST_SHOWN), ...more].join('\n')}\n`);
  }
  const types = options.types ? await typesMaker() : null;
  if (folder === undefined && options.cases.length > 0)
    throw new UsageError(
      '--cases is for a folder of your own schemas: name it, such as proctor schemas build protocol',
    );
  const isOurs = folder === undefined && options.recording.length === 0;
  const exchanges = isOurs ? packagedExchanges() : await exchangesIn(options.recording, groups);
  const requirements = options.pages ? await testedRequirements(context, folder !== undefined) : [];
  const files = await publish(groups, {
    base,
    about,
    usual,
    proctor: version,
    types,
    pages: options.pages,
    requirements,
    exchanges,
  });
  const target = resolve(out);
  const before = indexedIn(target);
  makeFolderFor(target, out);
  writeAll(
    [...files].map(([path, text]) => ({ path: join(target, path), text })),
    target,
  );
  removeStale(target, before, files);
  const bundles = groups.map(({ protocol, version: of }) => `${protocol}/${of}`);
  stdout.write(`${count(bundles.length, 'bundle')}, ${count(files.size, 'file')} in ${out}: ${some(bundles)}\n`);
  return { exit: 0 };
}

function makeFolderFor(target: string, out: string): void {
  try {
    mkdirSync(target, { recursive: true });
  } catch (error) {
    throw new UsageError(`--out ${out} can't be a folder: ${plainCause(error)}`);
  }
}

/** Those of the corpus, with what tests them; with `own` those of a project alone. */
async function testedRequirements(context: InfoContext, own: boolean): Promise<TestedRequirement[]> {
  const corpus = await soundCorpus(context);
  const all = coverageOf(corpus).filter(({ requirement }) => !own || requirement.ofProject);
  return all.map(({ requirement, cases, mutants }) => ({ ...requirement, cases, mutants }));
}

/** The bundles of the build that is there. */
function indexedIn(target: string): string[] {
  try {
    const { bundles } = JSON.parse(readFileSync(join(target, 'index.json'), 'utf8')) as Index;
    return bundles
      .map(({ bundle }) => bundle)
      .filter((name) => /^[\w.-]+\/[\w.-]+$/.test(name) && !name.includes('..'));
  } catch {
    return [];
  }
}

/** Removes what an earlier build wrote of bundles and definitions that are gone. Nothing else in the folder is touched. */
function removeStale(target: string, before: readonly string[], files: ReadonlyMap<string, string>): void {
  for (const name of before) {
    const written = [
      ...['schemas', 'methods', 'openrpc'].map((part) => `${part}/${name}.json`),
      ...[`types/${name}.d.ts`, `types/${name.split('/')[0]}.d.ts`],
      ...[`pages/${name}.md`, `pages/${name.split('/')[0]}/versions.md`],
      ...namesIn(join(target, 'schemas', name)).map((file) => `schemas/${name}/${file}`),
    ];
    for (const path of written) if (!files.has(path)) rmSync(join(target, path), { force: true });
  }
  if (before.length === 0) return;
  for (const name of namesIn(join(target, 'pages/requirements'), /^(README|[A-Z][A-Z\d-]*)\.md$/))
    if (!files.has(`pages/requirements/${name}`)) rmSync(join(target, 'pages/requirements', name));
}

const namesIn = (folder: string, pattern = /\.json$/): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];

const some = (names: readonly string[]): string =>
  names.length <= 6 ? names.join(', ') : `${names.slice(0, 6).join(', ')} and ${names.length - 6} more`;

interface Found {
  groups: Group[];
  /** What their files do not say of themselves. */
  lacking: Problem[];
  usual?: Index['usual'];
}

/** Those of the package. */
const ours = (): Found => ({ ...publishedGroups(builtFiles()), lacking: [] });

async function foundIn(folder: SchemaFolder): Promise<Found> {
  if (!existsSync(folder.dir)) throw new UsageError(`${folder.label} does not exist: name the folder of your schemas`);
  if (!statSync(folder.dir).isDirectory())
    throw new UsageError(`${folder.label} is a file: name the folder that has PROTOCOL/VERSION/NAME.json below it`);
  const inspected = inspectGroups(folder.dir);
  const problems = [...inspected.problems, ...(await refusedExamples(inspected))];
  if (problems.length > 0) throw new SchemaProblems(problems, folder);
  if (inspected.groups.length === 0)
    throw new UsageError(
      `${folder.label} has no schemas: a definition is PROTOCOL/VERSION/NAME.json below it, with \`methods.yaml\` beside it for the methods${
        readdirSync(folder.dir).some((name) => name.endsWith('.json'))
          ? '; a .json file directly in it belongs to no protocol'
          : ''
      }`,
    );
  return inspected;
}

/** How addresses begin: as given, with a slash at the end. */
function baseOf(id: string | undefined, folder: string | undefined): string {
  if (id === undefined) {
    if (folder === undefined) return BASE;
    throw new UsageError(
      '--id is missing: how the $id of each schema begins, such as --id https://example.com/schemas/',
    );
  }
  if (!URL.canParse(id) || !/^(https?|urn):/.test(id))
    throw new UsageError(
      `--id ${id} is not an absolute URL: it begins the $id of each schema, such as https://example.com/schemas/`,
    );
  const { hash, search } = new URL(id);
  if (hash !== '' || search !== '') throw new UsageError(`--id ${id} may have no query and no fragment`);
  return id.endsWith('/') || id.endsWith(':') ? id : `${id}/`;
}

/** The maker of types is another package, which only those need who publish. Without it all else is made. */
async function typesMaker() {
  try {
    await import('json-schema-to-typescript');
  } catch (error) {
    // As a module finds nothing, and as the packed program does.
    if (!['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    stderr.write(
      'no TypeScript types: they are made by json-schema-to-typescript, which is not installed; npm install --save-dev json-schema-to-typescript, or --no-types\n',
    );
    return null;
  }
  return typesOf;
}
