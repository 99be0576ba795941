// The method table of a group as data: what methods.yaml says, checked against the definitions and completed from them.

/** Definition name of a `$ref` to a definition, else undefined. */
const nameOf = (schema) => /^#\/\$defs\/(.+)$/.exec(schema?.$ref ?? '')?.[1];

/**
 * Returns `{ protocol, version, title, errors, methods }`, every method with its defaults filled in, or undefined for a
 * group without a table. Throws where the table names a definition or an error that does not exist, or contradicts the
 * definition of the message.
 */
export function methodTable(group) {
  const source = group.methods;
  if (!source) return undefined;
  const where = `schemas/${group.protocol}/${group.version}/methods.yaml`;
  const fail = (message) => {
    throw new Error(`${where}: ${message}`);
  };
  if (source.protocol !== group.protocol || source.version !== group.version) fail('names another protocol or version');
  const methods = {};
  for (const [name, entry] of Object.entries(source.methods)) {
    const message = group.defs[entry.message] ?? fail(`${name}: no definition ${entry.message}`);
    if (message.properties?.method?.const !== name) fail(`${name}: ${entry.message} is for another method`);
    if ((entry.kind === 'request') !== message.required.includes('id'))
      fail(`${name}: ${entry.message} is no ${entry.kind}`);
    const results = entry.result === undefined ? [] : [entry.result].flat();
    for (const result of results) if (!group.defs[result]) fail(`${name}: no definition ${result}`);
    for (const error of entry.errors ?? []) if (!source.errors[error]) fail(`${name}: no error ${error}`);
    methods[name] = {
      summary: entry.summary,
      direction: entry.direction,
      kind: entry.kind,
      message: entry.message,
      ...(nameOf(message.properties.params) ? { params: nameOf(message.properties.params) } : {}),
      paramsRequired: message.required.includes('params'),
      results,
      errors: entry.errors ?? [],
      ...(entry.capability ? { capability: entry.capability } : {}),
      ...(entry.discriminator ? { discriminator: entry.discriminator } : {}),
    };
  }
  return { protocol: source.protocol, version: source.version, title: source.title, errors: source.errors, methods };
}
