import type { Json, JsonObject } from '../../src/jsonrpc/json.js';
import { isObject } from '../../src/jsonrpc/messages.js';
import type { FileProblem } from '../types.js';
import type { Format } from './formats.js';
import { schemaProblems } from './schema-errors.js';
import { readYaml, type Source } from './yaml.js';

/** A file of one of our formats. `data` is set where it has no problems, and is then what its schema says. */
export interface FormatFile {
  source: Source;
  data: JsonObject | undefined;
  problems: FileProblem[];
}

/**
 * Reads a file of one of our formats: YAML, then its schema. Throws for nothing that the file can be or hold.
 *
 * @param path where the file is
 * @param shown how messages name it
 */
export function readFormat(path: string, shown: string, format: Format): FormatFile {
  const { source, problems } = readYaml(path, shown);
  return judge(source, problems, format);
}

/** The same for text that was read already. */
export function judge(source: Source, problems: FileProblem[], format: Format): FormatFile {
  const { data } = source;
  if (data === undefined) return { source, data, problems };
  const errors = format.validate(withoutBigInts(data));
  const found = errors.length === 0 ? [] : schemaProblems(source, data, errors, format.schema, format.find);
  const all = [...problems, ...found];
  // Ajv may have found something that no message was made of; the file is wrong all the same.
  if (errors.length > 0 && all.length === 0) all.push(source.problem('', `is not a valid ${format.name} file`));
  return { source, data: all.length === 0 && isObject(data) ? data : undefined, problems: all };
}

/** A schema judges numbers, and knows nothing of the integers that JavaScript's numbers can't hold. */
function withoutBigInts(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(withoutBigInts);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigInts(member)]));
}
