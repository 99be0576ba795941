// The implementations of results/implementations.yaml: where each is installed, in which version, and how it is run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * @typedef {object} Run
 * @property {string} name of the implementation
 * @property {string} version of the implementation, or `unknown`
 * @property {string} target the target file, from the root
 * @property {string} [transport]
 * @property {string} [protocol] the version of the protocol
 * @property {string} [expected] the file of `test/expected` that says why it fails what it fails
 * @property {string[]} findings requirements that it breaks, which are worth a report to its makers
 * @property {boolean} installed
 */

/** The runs that the file lists, in its order. @returns {Run[]} */
export function listedRuns(root) {
  const { implementations } = parse(readFileSync(join(root, 'results/implementations.yaml'), 'utf8'));
  return implementations.flatMap(({ name, at, version, runs }) =>
    runs.map(({ findings = [], ...run }) => ({
      name,
      version: versionOf(root, at, version),
      installed: existsSync(join(root, at)),
      findings,
      ...run,
    })),
  );
}

/** What a file says that is installed with it, or that pins it. */
function versionOf(root, at, { file, pattern } = { file: `${at}/package.json`, pattern: '"version": "([^"]+)"' }) {
  const path = join(root, file);
  if (!existsSync(path)) return 'unknown';
  return new RegExp(pattern, 'm').exec(readFileSync(path, 'utf8'))?.[1] ?? 'unknown';
}

/** What a run is known by: its implementation, and how it was reached. */
export const keyOf = ({ name, role, transport, protocol }) => [name, role, transport, protocol].join(' ');
