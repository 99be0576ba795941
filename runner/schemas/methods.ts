// The method table of a group as data: what methods.yaml says, checked against the definitions and completed from them.

import { memberAt, type Problem } from './problems.js';
import type { Group, Method, MethodTable, Schema, WrittenMethod } from './types.js';

/** Definition name of a `$ref` to a definition, else undefined. */
const nameOf = (schema: unknown): string | undefined =>
  /^#\/\$defs\/(.+)$/.exec((schema as Schema | undefined)?.$ref ?? '')?.[1];

/** Whether a value has to have some member to fit a schema, so that it can't be left out. */
function demandsMembers(schema: Schema, defs: Group['defs']): boolean {
  if (schema.$ref) return demandsMembers(defs[nameOf(schema)!]!, defs);
  const union = schema.anyOf ?? schema.oneOf;
  return (
    (schema.required ?? []).length > 0 ||
    (schema.allOf ?? []).some((part) => demandsMembers(part as Schema, defs)) ||
    (union?.every((branch) => demandsMembers(branch as Schema, defs)) ?? false)
  );
}

/** What is wrong with a method: where in its entry, and why. */
class Unfit extends Error {
  constructor(
    readonly member: string,
    message: string,
  ) {
    super(message);
  }
}

function fail(member: string, message: string): never {
  throw new Unfit(member, message);
}

/**
 * What judges the params of a method: the definition of the whole message, where the protocol has one, or that of the
 * params alone.
 */
function judgedBy(
  name: string,
  entry: WrittenMethod,
  { defs }: Group,
): Pick<Method, 'message' | 'params' | 'paramsRequired'> {
  if (entry.message === undefined) {
    const params = defs[entry.params!] ?? fail('params', `${name}: no definition ${entry.params}`);
    return { params: entry.params, paramsRequired: demandsMembers(params, defs) };
  }
  const message = defs[entry.message] ?? fail('message', `${name}: no definition ${entry.message}`);
  if (entry.params !== undefined) fail('params', `${name}: the params are those of ${entry.message}`);
  if ((message.properties?.method as Schema | undefined)?.const !== name)
    fail('message', `${name}: ${entry.message} is for another method`);
  const required = message.required ?? [];
  if ((entry.kind === 'request') !== required.includes('id'))
    fail('kind', `${name}: ${entry.message} is no ${entry.kind}`);
  const params = nameOf(message.properties!.params);
  return {
    message: entry.message,
    ...(params ? { params } : {}),
    paramsRequired: required.includes('params'),
  };
}

/** The entry of a method with its defaults. Throws Unfit if it names what does not exist, or contradicts its message. */
function methodOf(name: string, entry: WrittenMethod, group: Group): Method {
  const judge = judgedBy(name, entry, group);
  const results = entry.result === undefined ? [] : [entry.result].flat();
  for (const result of results) if (!group.defs[result]) fail('result', `${name}: no definition ${result}`);
  for (const error of entry.errors ?? [])
    if (!group.methods!.errors[error]) fail('errors', `${name}: no error ${error}`);
  return {
    summary: entry.summary,
    direction: entry.direction,
    kind: entry.kind,
    ...judge,
    results,
    errors: entry.errors ?? [],
    ...(entry.capability ? { capability: entry.capability } : {}),
    ...(entry.discriminator ? { discriminator: entry.discriminator } : {}),
  };
}

/**
 * What is wrong with the table of a group: definitions and errors that do not exist, and what contradicts the definition of a message.
 * `file` is where the table is: methods.yaml, or the revision.yaml that changes another one.
 */
export function tableProblems(group: Group, file: string): Problem[] {
  const source = group.methods;
  if (!source) return [];
  const problems: Problem[] = [];
  const isRevision = file.endsWith('revision.yaml');
  /** Where a name of the table stands: in a revision, among what it changes or adds. */
  const place = (part: string, name: string, member: string) => {
    const parts = isRevision ? [`/${part}/changes`, `/${part}/adds`] : [`/${part}`];
    return parts.map((one) => memberAt(memberAt(one, name), member));
  };
  const report = (pointers: string[], message: string) =>
    problems.push({ file, pointer: pointers[0]!, pointers, message });
  if (source.protocol !== group.protocol) report(['/protocol'], `must be ${group.protocol}, as the folder is`);
  if (source.version !== group.version) report(['/version'], `must be "${group.version}", as the folder is`);
  for (const [name, error] of Object.entries(source.errors))
    if (error?.data !== undefined && !group.defs[error.data])
      report(place('errors', name, 'data'), `error ${name}: no definition ${error.data}`);
  const { id, failure, also } = source.messages ?? {};
  for (const [member, names] of Object.entries({ id, failure, also }))
    for (const name of [names ?? []].flat())
      if (!group.defs[name]) report([`/messages/${member}`], `no definition ${name}`);
  for (const [name, entry] of Object.entries(source.methods))
    try {
      methodOf(name, entry, group);
    } catch (error) {
      if (error instanceof Unfit) report(place('methods', name, error.member), error.message);
      else if (error instanceof TypeError) report(place('methods', name, ''), `${name}: ${FORM}`);
      else throw error;
    }
  return problems;
}

const FORM = 'does not have the form that dist/schemas/methods/v1.json describes';

/**
 * Returns `{ protocol, version, title, errors, methods }`, every method with its defaults filled in, or undefined for a
 * group without a table. The table has to be one of which `tableProblems` finds nothing.
 */
export function methodTable(group: Group): MethodTable | undefined {
  const source = group.methods;
  if (!source) return undefined;
  const entries = Object.entries(source.methods).map(([name, entry]): [string, Method] => [
    name,
    methodOf(name, entry, group),
  ]);
  const { protocol, version, title, errors } = source;
  return { protocol, version, title, errors, methods: Object.fromEntries(entries) };
}
