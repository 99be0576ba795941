import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from '../../src/language/target.js';
import { variablesIn } from '../load/target/environment-values.js';
import type { PlannedFile } from './files.js';
import { workflow } from './workflow.js';

/** The list of known failures. */
export const KNOWN = 'known.yaml';

/** Where `init` writes, and the version of Proctor. */
interface Places {
  folder: string;
  /** The folder of the repository. */
  root: string;
  /** The workflow. */
  flow: string;
  /** The target file, relative to the folder. */
  file: string;
  version: string;
}

/** A list of known failures without an entry. */
const knownFile = (schema: string) =>
  [
    `# yaml-language-server: $schema=${schema}`,
    '# Failures that you know of, so that a run is red by new ones alone. An entry that passes makes it red too: take it out then.',
    '#   - { case: mcp.server.tools.unknown, reason: answers with a result, issue: "#12", until: 2027-01-31 }',
    'known: []',
    '',
  ].join('\n');

/** What comes beside a target file where it is not there yet: a workflow where GitHub looks for it, which is the repository's root. */
export function besides(
  { transports }: Target,
  text: string,
  { folder, root, flow, file, version }: Places,
): PlannedFile[] {
  const content = () =>
    workflow({
      folder,
      root,
      version,
      target: /^proctor[.]ya?ml$/.test(file) ? undefined : file,
      secrets: [...new Set(variablesIn(text))],
      transports: Object.values(transports),
    });
  const known = { path: join(folder, KNOWN), text: knownFile(`node_modules/proctor/dist/schemas/known/v1.json`) };
  return [
    ...(existsSync(known.path) ? [] : [known]),
    ...(existsSync(flow) ? [] : [{ path: flow, text: content(), within: root }]),
  ];
}
