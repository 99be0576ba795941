import type { Method } from '../../../src/generated/types/control-v1.js';
import { isObject, type Json, type JsonObject } from '../../../src/json/json.js';
import { hasMethodTable, loadValidators, methodTable, type Validators } from '../../../src/schemas/index.js';

/** What one side of a protocol may send, and what judges it. */
export interface SendableMethods {
  list(): Method[];
  /** Requests that the other side may send. */
  asked(): string[];
  /** What the schema of its method forbids in a message. */
  problems(message: JsonObject): { path: string; message: string }[];
}

/** The methods that a side may send: `server` or `client`. */
export async function sendableMethods(
  protocol: string,
  version: string,
  side: 'server' | 'client',
): Promise<SendableMethods> {
  if (!hasMethodTable(protocol, version)) return { list: () => [], asked: () => [], problems: () => [] };
  const table = methodTable(protocol, version);
  const validators = await loadValidators(protocol, version);
  const isMine = (direction: string) => direction === 'both' || direction.startsWith(side);
  const isTheirs = (direction: string) => direction === 'both' || !direction.startsWith(side);
  return {
    list: () =>
      Object.entries(table)
        .filter(([, { direction }]) => isMine(direction))
        .map(([method, { kind, summary, params, message }]) => {
          const schema = paramsOf(validators, params, message);
          return {
            ...{ method, kind },
            ...(summary === undefined ? {} : { summary }),
            ...(schema === undefined ? {} : { params: schema }),
          } as Method;
        })
        .sort((a, b) => a.method.localeCompare(b.method)),
    asked: () =>
      Object.entries(table)
        .filter(([, { direction, kind }]) => kind === 'request' && isTheirs(direction))
        .map(([method]) => method),
    problems: (message) => problemsOf(validators, table, message),
  };
}

function problemsOf(validators: Validators, table: ReturnType<typeof methodTable>, message: JsonObject) {
  const { method, params } = message;
  const entry = typeof method === 'string' ? table[method] : undefined;
  if (!entry) return [{ path: '/method', message: `no method ${JSON.stringify(method ?? null)} of this protocol` }];
  if (entry.params !== undefined && (params !== undefined || entry.paramsRequired))
    return validators.validate(entry.params, params ?? {}).map(({ path, message: text }) => ({ path, message: text }));
  if (entry.message === undefined) return [];
  const whole = { jsonrpc: '2.0', ...(entry.kind === 'request' ? { id: 1 } : {}), ...message };
  return validators
    .validate(entry.message, whole)
    .map(({ path, message: text }) => ({ path: path.replace(/^\/params/, ''), message: text }));
}

/** The schema of the params of a method, with all that it refers to. */
function paramsOf(
  validators: Validators,
  params: string | undefined,
  message: string | undefined,
): JsonObject | undefined {
  const { bundle } = validators;
  const defs = bundle.$defs as unknown as { [name: string]: Json };
  const own = message === undefined ? undefined : defs[message];
  const properties = isObject(own) && isObject(own.properties) ? own.properties : {};
  const schema = params === undefined ? properties.params : { $ref: `#/$defs/${params}` };
  if (!isObject(schema)) return undefined;
  const needed = new Map<string, Json>();
  collect(schema, defs, needed);
  return { ...schema, $defs: Object.fromEntries(needed) };
}

function collect(value: Json, defs: { [name: string]: Json }, needed: Map<string, Json>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, defs, needed);
  if (!isObject(value)) return;
  const name = typeof value.$ref === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(value.$ref)?.[1] : undefined;
  if (name !== undefined && !needed.has(name) && defs[name] !== undefined) {
    needed.set(name, defs[name]);
    collect(defs[name], defs, needed);
  }
  for (const [key, one] of Object.entries(value)) if (key !== 'examples') collect(one, defs, needed);
}
