import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { escapeToken } from '../../../json/pointer.js';
import { shapeOf } from '../../../jsonrpc/messages.js';
import type { UndeclaredExtension } from '../../../language/undeclared-extension.js';
import type { MethodTable } from '../../../schemas/index.js';
import type { Bundle, JsonSchema } from '../../../schemas/json-schema.js';
import { PROTOCOL_VERSION } from '../version.js';
import { formOf, itemOf } from './forms.js';
import { UPSTREAM } from './upstream.js';

/** Something in a message that stable ACP does not have there. */
export interface AcpExtension extends UndeclaredExtension {
  /**
   * Who made it up: upstream, in the unstable schema of this version or in a later schema, or else (`custom`) its sender.
   */
  origin: 'unstable' | 'later' | 'custom';
}

/** The definitions that a message is held against. */
export interface KnownDefinitions {
  methods: MethodTable;
  bundle: Bundle;
}

/** How many are worth telling of one message. */
const MOST = 50;

const ENVELOPE = {
  request: ['jsonrpc', 'id', 'method', 'params'],
  notification: ['jsonrpc', 'id', 'method', 'params'],
  response: ['jsonrpc', 'id', 'result', 'error'],
} as const;

/**
 * Everything in a message that stable ACP 0.12.2 does not have there, the envelope first, at most 50 places (ACP,
 * Extensibility: types of the spec get no members of one's own; what is one's own goes into `_meta`, or into methods whose
 * names begin with `_`). Whether the message fits its definition is not judged, and what is found is not looked into; neither
 * is the answer of an agent that settles on another version.
 *
 * @param method the method of a request or notification, or of the request that a response answers; undefined where nobody
 * knows it, and then only the envelope is looked at
 */
export function undeclaredExtensions(
  message: JsonObject,
  method: string | undefined,
  known: KnownDefinitions,
): AcpExtension[] {
  const shape = shapeOf(message);
  if (shape === 'invalid') return [];
  const search = new Search(known.bundle);
  const expected: readonly string[] = ENVELOPE[shape];
  for (const name of Object.keys(message)) {
    if (!expected.includes(name) && name !== '_meta') search.found(undeclaredMember([], name, `/${escapeToken(name)}`));
  }
  const entry = method === undefined ? undefined : known.methods[method];
  if (shape !== 'response' && entry === undefined && method !== undefined && !method.startsWith('_'))
    search.found({ what: 'method', name: method, path: '/method', origin: originOf(({ methods }) => methods, method) });
  if (shape !== 'response' && entry?.params !== undefined) search.below([entry.params], message.params, '/params');
  if (shape === 'response' && !speaksAnother(message.result, method))
    search.below(entry?.results ?? [], message.result, '/result');
  if (shape === 'response') search.below(['Error'], message.error, '/error');
  return search.all.slice(0, MOST);
}

/** Whether an agent that was offered a version that it does not speak tells another one, and so in the words of that. */
const speaksAnother = (result: Json | undefined, method: string | undefined) =>
  method === 'initialize' &&
  isObject(result) &&
  Number.isInteger(result.protocolVersion) &&
  result.protocolVersion !== PROTOCOL_VERSION;

class Search {
  readonly all: AcpExtension[] = [];

  constructor(private readonly bundle: Bundle) {}

  found(extension: AcpExtension): void {
    this.all.push(extension);
  }

  /** Looks into a value that has to fit one of some definitions. */
  below(definitions: readonly string[], value: Json | undefined, path: string): void {
    const anyOf = definitions.map((name) => ({ $ref: `#/$defs/${name}` }));
    if (value !== undefined) this.visit([{ anyOf }], value, path);
  }

  private visit(schemas: readonly JsonSchema[], value: Json, path: string): void {
    if (this.all.length >= MOST) return;
    if (Array.isArray(value)) {
      const items = schemas.flatMap((schema) => itemOf(this.bundle, schema));
      for (const [index, item] of value.entries())
        if (typeof item === 'object') this.visit(items, item, `${path}/${index}`);
    } else if (isObject(value)) this.members(schemas, value, path);
  }

  private members(schemas: readonly JsonSchema[], value: JsonObject, path: string): void {
    const form = formOf(this.bundle, schemas, value);
    if (form.unknown) {
      const { tag, name } = form.unknown;
      const definition = form.definitions.at(-1);
      const origin = originOf(({ variants }) => form.definitions.flatMap((one) => variants[one] ?? []), name);
      this.found({
        what: 'variant',
        name,
        path: `${path}/${escapeToken(tag)}`,
        ...(definition && { definition }),
        origin,
      });
    }
    for (const name of Object.keys(value)) {
      if (this.all.length >= MOST) return;
      // What stands below `_meta` is the sender's own, also where an extension says what that is.
      if (name === '_meta') continue;
      const where = `${path}/${escapeToken(name)}`;
      const inner = form.members.get(name);
      if (inner) this.visit(inner, value[name]!, where);
      else if (!form.open) this.found(undeclaredMember(form.definitions, name, where));
    }
  }
}

/** @param definitions those that say what the object may have, the outermost first */
function undeclaredMember(definitions: readonly string[], name: string, path: string): AcpExtension {
  const added = (one: string) => originOf(({ members }) => members[one] ?? [], name) !== 'custom';
  const definition = definitions.find(added) ?? definitions.at(-1);
  const origin = originOf(({ members }) => (definition === undefined ? [] : (members[definition] ?? [])), name);
  return { what: 'member', name, path, ...(definition === undefined ? {} : { definition }), origin };
}

function originOf(
  names: (upstream: (typeof UPSTREAM)[keyof typeof UPSTREAM]) => readonly string[],
  name: string,
): AcpExtension['origin'] {
  if (names(UPSTREAM.unstable).includes(name)) return 'unstable';
  return names(UPSTREAM.later).includes(name) ? 'later' : 'custom';
}
