import { isObject } from '../../../src/json/json.js';
import type { FileProblem } from '../../types.js';
import type { Format, FormatFiles, FormatName } from './formats.js';
import { schemaProblems } from './schema-errors.js';
import { parseYaml, readYaml, type Source } from './yaml.js';

/** A file of one of our formats. `data` is set where it has no problems, and is then what its schema says. */
export interface FormatFile<Name extends FormatName> {
  source: Source;
  data: FormatFiles[Name] | undefined;
  problems: FileProblem[];
}

/**
 * Reads a file of one of our formats: YAML, then its schema. Throws for nothing that the file can be or hold.
 *
 * @param path where the file is
 * @param shown how messages name it
 * @param text what is in it, if that was read already
 */
export function readFormat<Name extends FormatName>(
  path: string,
  shown: string,
  format: Format<Name>,
  text?: string,
): FormatFile<Name> {
  const { source, problems } = text === undefined ? readYaml(path, shown) : parseYaml(shown, text);
  return judgeFormat(source, problems, format);
}

/** The same for text that was read already, with the problems that it had. */
export function judgeFormat<Name extends FormatName>(
  source: Source,
  problems: FileProblem[],
  format: Format<Name>,
): FormatFile<Name> {
  const { data } = source;
  if (data === undefined) return { source, data, problems };
  const errors = format.check(data);
  // Its schema says that it is one.
  if (errors.length === 0 && isObject(data)) return { source, data: data as unknown as FormatFiles[Name], problems };
  const found = schemaProblems(source, errors, format.schema);
  // Whatever was left unsaid as a consequence, the file is wrong all the same.
  if (found.length === 0) found.push(source.problem('', `is not a valid ${format.name} file`));
  return { source, data: undefined, problems: [...problems, ...found] };
}
