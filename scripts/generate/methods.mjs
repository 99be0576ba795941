// The method table of a group as data: what methods.yaml says, checked against the definitions and completed from them.

/** Definition name of a `$ref` to a definition, else undefined. */
const nameOf = (schema) => /^#\/\$defs\/(.+)$/.exec(schema?.$ref ?? '')?.[1];

/** Whether a value has to have some member to fit a schema, so that it can't be left out. */
function demandsMembers(schema, defs) {
  if (schema.$ref) return demandsMembers(defs[nameOf(schema)], defs);
  const union = schema.anyOf ?? schema.oneOf;
  return (
    (schema.required ?? []).length > 0 ||
    (schema.allOf ?? []).some((part) => demandsMembers(part, defs)) ||
    (union?.every((branch) => demandsMembers(branch, defs)) ?? false)
  );
}

/**
 * What judges the params of a method: the definition of the whole message, where the protocol has one, or that of the
 * params alone.
 */
function judgedBy(name, entry, { defs }, fail) {
  if (entry.message === undefined) {
    const params = defs[entry.params] ?? fail(`${name}: no definition ${entry.params}`);
    return { params: entry.params, paramsRequired: demandsMembers(params, defs) };
  }
  const message = defs[entry.message] ?? fail(`${name}: no definition ${entry.message}`);
  if (entry.params !== undefined) fail(`${name}: the params are those of ${entry.message}`);
  if (message.properties?.method?.const !== name) fail(`${name}: ${entry.message} is for another method`);
  if ((entry.kind === 'request') !== message.required.includes('id'))
    fail(`${name}: ${entry.message} is no ${entry.kind}`);
  const params = nameOf(message.properties.params);
  return {
    message: entry.message,
    ...(params ? { params } : {}),
    paramsRequired: message.required.includes('params'),
  };
}

/**
 * Returns `{ protocol, version, title, errors, methods }`, every method with its defaults filled in, or undefined for a
 * group without a table. Throws where the table names a definition or an error that does not exist, or contradicts the
 * definition of the message.
 */
export function methodTable(group) {
  const source = group.methods;
  if (!source) return undefined;
  const where = `schemas/${group.protocol}/${group.version}: methods`;
  const fail = (message) => {
    throw new Error(`${where}: ${message}`);
  };
  if (source.protocol !== group.protocol || source.version !== group.version) fail('names another protocol or version');
  for (const [name, { data }] of Object.entries(source.errors))
    if (data !== undefined && !group.defs[data]) fail(`error ${name}: no definition ${data}`);
  const methods = {};
  for (const [name, entry] of Object.entries(source.methods)) {
    const judge = judgedBy(name, entry, group, fail);
    const results = entry.result === undefined ? [] : [entry.result].flat();
    for (const result of results) if (!group.defs[result]) fail(`${name}: no definition ${result}`);
    for (const error of entry.errors ?? []) if (!source.errors[error]) fail(`${name}: no error ${error}`);
    methods[name] = {
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
  return { protocol: source.protocol, version: source.version, title: source.title, errors: source.errors, methods };
}
