import { dirname, join, relative, sep } from 'node:path';

/**
 * The schema of one of our formats as the first line of a file names it, for editors: seen from the file, in the Proctor that the project
 * has installed.
 *
 * @param file the file that is written
 * @param project the folder with `node_modules`
 */
export const schemaPath = (file: string, project: string, format: string): string =>
  join(relative(dirname(file), project) || '.', `node_modules/proctor/dist/schemas/${format}/v1.json`)
    .split(sep)
    .join('/');
