import { Document } from 'yaml';
import type { JsonObject } from '../../../src/json/json.js';
import { schemaPath } from '../../load/files/schema-path.js';

export interface ScriptTextOptions {
  role: string;
  version: string | undefined;
  /** The schema of the script, by its folder. */
  folder: string | undefined;
  /** Where the script goes, if that is known. */
  file?: string | undefined;
  /** What a person should know of it: one sentence a line. */
  notes: readonly string[];
}

/** A script as YAML, with the schema that editors use and the command that starts its mock. */
export function scriptText(script: JsonObject, options: ScriptTextOptions): string {
  const { role, version, folder, file, notes } = options;
  const document = new Document(script);
  const inVersion = version === undefined ? '' : ` --version ${version}`;
  document.commentBefore = [
    ...(folder === undefined
      ? []
      : [` yaml-language-server: $schema=${schemaPath(file ?? 'x.yaml', process.cwd(), folder)}`]),
    ` npx proctor mock ${role}${inVersion} --script ${file ?? 'FILE'}`,
    ...notes.map((note) => ` ${note}`),
  ].join('\n');
  return document.toString({ lineWidth: 0 });
}
