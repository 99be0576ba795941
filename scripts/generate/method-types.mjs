// The method table of a group as types: params and result of every method, by who sends it.

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** The sides that send a method, as the table's directions name them. */
const SENDERS = {
  'client-to-server': ['client'],
  'server-to-client': ['server'],
  both: ['client', 'server'],
};

/**
 * Source of up to four interfaces for a method table, those that `names` has of `ClientRequests`, `ClientNotifications`,
 * `ServerRequests` and `ServerNotifications`, each from a method to `{ params, result }`. `params` is optional where a message
 * may leave it out.
 */
export function methodTypes({ title, methods }, typesFile, names) {
  const blocks = ['client', 'server'].flatMap((sender) =>
    ['request', 'notification'].flatMap((kind) => {
      const name = `${capital(sender)}${capital(kind)}s`;
      if (!names.has(name)) return [];
      const mine = Object.entries(methods).filter(
        ([, entry]) => entry.kind === kind && SENDERS[entry.direction].includes(sender),
      );
      const lines = mine.map(([method, entry]) => `  '${method}': ${typeOf(entry)};`);
      const doc = `/** ${title}: the ${kind}s that the ${sender} sends, by method. */`;
      return `${doc}\nexport interface ${name} {\n${lines.join('\n')}\n}\n`;
    }),
  );
  return `import type * as T from '../types/${typesFile}.js';\n\n${blocks.join('\n')}`;
}

function typeOf({ kind, message, params, paramsRequired, results }) {
  const named = params === undefined ? `T.${capital(message)}['params']` : `T.${capital(params)}`;
  const given = `params${paramsRequired ? '' : '?'}: ${named}`;
  if (kind === 'notification') return `{ ${given} }`;
  return `{ ${given}; result: ${results.map((name) => `T.${capital(name)}`).join(' | ') || 'undefined'} }`;
}
