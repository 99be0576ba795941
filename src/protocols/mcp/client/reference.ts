import { pathToFileURL } from 'node:url';
import type { KitSide } from '../../../conversation/peer/kit-side.js';
import type { Json, JsonObject } from '../../../json/json.js';
import { isObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';

/** What a case may configure about the client that the kit plays: `peer:` of a case. */
interface ClientConfig {
  capabilities?: JsonObject;
  roots?: Json[];
  /** Result of sampling/createMessage. */
  sampling?: JsonObject;
  /** Result of elicitation/create. */
  elicitation?: JsonObject;
  protocolVersion?: string;
}

const defaults = {
  capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} },
  sampling: {
    role: 'assistant',
    model: 'proctor-reference',
    content: { type: 'text', text: 'Sampled by the kit.' },
    stopReason: 'endTurn',
  },
} satisfies JsonObject;

/**
 * The MCP client that the kit plays against a server: it answers what it declares and refuses the rest
 * (MCP 2025-11-25, Client Features). `version` is the entry of versions.yaml.
 */
export function referenceClient(
  config: JsonObject,
  version: JsonObject,
  context: { dir: string; proctor: string },
): KitSide {
  const {
    capabilities = defaults.capabilities,
    roots,
    sampling,
    elicitation,
    protocolVersion,
  } = config as ClientConfig;
  const has = (name: string) => name in capabilities;
  return {
    values: {
      initialize: {
        protocolVersion: protocolVersion ?? (version.protocolVersion as string),
        capabilities,
        clientInfo: { name: 'proctor', version: context.proctor },
      },
      capabilities,
    },
    requests: {
      ping: () => ({}),
      ...(has('roots') && {
        'roots/list': () => ({ roots: roots ?? [{ uri: pathToFileURL(context.dir).href, name: 'case' }] }),
      }),
      ...(has('sampling') && { 'sampling/createMessage': () => sampling ?? defaults.sampling }),
      ...(has('elicitation') && { 'elicitation/create': (params) => elicitation ?? accept(params) }),
    },
    notifications: {},
  };
}

/** Accepts a form with the simplest content that its schema allows; a URL is accepted without content. */
function accept(params: Json | undefined): JsonObject {
  const schema = isObject(params as Json) ? (params as JsonObject).requestedSchema : undefined;
  if (!isObject(schema as Json)) return { action: 'accept' };
  const { properties, required } = schema as { properties?: JsonObject; required?: string[] };
  if (!isObject(properties as Json)) throw new RpcError(-32602, 'requestedSchema has no properties');
  const content: JsonObject = {};
  for (const [name, property] of Object.entries(properties as JsonObject)) {
    if (required?.includes(name)) content[name] = simplest(property as JsonObject);
  }
  return { action: 'accept', content };
}

function simplest(property: JsonObject): Json {
  if (property.default !== undefined) return property.default;
  const choice = choices(property)[0];
  if (property.type === 'array') {
    const count = Number(property.minItems ?? 0);
    return choices(isObject(property.items as Json) ? (property.items as JsonObject) : {}).slice(0, count);
  }
  if (choice !== undefined) return choice;
  if (property.type === 'boolean') return true;
  if (property.type === 'integer' || property.type === 'number') return (property.minimum as number) ?? 1;
  const formats: { [name: string]: string } = {
    email: 'kit@example.com',
    uri: 'https://example.com/',
    date: '2025-11-25',
    'date-time': '2025-11-25T00:00:00Z',
  };
  return formats[String(property.format)] ?? 'text'.padEnd(Number(property.minLength ?? 0), '.');
}

function choices(property: JsonObject): Json[] {
  if (Array.isArray(property.enum)) return property.enum;
  const titled = property.oneOf ?? property.anyOf;
  return Array.isArray(titled) ? titled.map((one) => (one as JsonObject).const as Json) : [];
}
