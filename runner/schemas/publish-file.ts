import type { Published, PublishFile } from '../../src/generated/types/publish-v1.js';
import type { Json } from '../../src/json/json.js';
import { compileSchema } from '../../src/schemas/compile.js';
import type { Problem } from './problems.js';
import { readYamlFile } from './read-files.js';
import type { Group } from './types.js';

/** What the file is called, in the folder of schemas. */
const PUBLISH_FILE = 'publish.yaml';

/**
 * Reads `publish.yaml` of a folder of schemas; without one nothing is said of any bundle. `form` reads the schema of that file. `problems`
 * gets what is wrong with its form, and each name that is not one of `groups`.
 */
export function readPublishFile(
  dir: string,
  groups: readonly Group[],
  form: () => string,
  problems: Problem[],
): PublishFile {
  const data = readYamlFile(dir, PUBLISH_FILE, problems);
  if (data === undefined) return { bundles: {} };
  const wrong = compileSchema(JSON.parse(form()) as { [name: string]: Json })(data as { [name: string]: Json });
  problems.push(...wrong.map(({ path, message }) => ({ file: PUBLISH_FILE, pointer: path, message })));
  if (wrong.length > 0) return { bundles: {} };
  const file = data as unknown as PublishFile;
  const known = new Set(groups.flatMap(({ protocol, version }) => [protocol, `${protocol}/${version}`]));
  for (const name of Object.keys(file.bundles))
    if (!known.has(name))
      problems.push({
        file: PUBLISH_FILE,
        pointer: `/bundles/${name.replaceAll('/', '~1')}`,
        message: `no bundle is named ${name}`,
      });
  return file;
}

/** What is said of one bundle: member by member that of its version, else that of all. */
export function publishedAs(
  { bundles }: PublishFile,
  { protocol, version }: Pick<Group, 'protocol' | 'version'>,
): Published {
  const own = bundles[`${protocol}/${version}`];
  return { ...bundles[protocol], ...own };
}
