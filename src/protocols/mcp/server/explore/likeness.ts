import type { Likeness } from '../../../../conversation/likeness.js';
import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { simplestArguments } from './tools/arguments.js';

/** The members of an entry that a script takes over as they are; a list of a server may have more. */
const COMMON = ['title', 'description', 'icons', '_meta'];
const TOOL = ['name', ...COMMON, 'annotations', 'execution', 'inputSchema', 'outputSchema'];
const RESOURCE = ['uri', 'name', ...COMMON, 'mimeType', 'annotations'];
const TEMPLATE = ['uriTemplate', 'name', ...COMMON, 'mimeType', 'annotations'];
const PROMPT = ['name', ...COMMON];
const ARGUMENT = ['name', 'title', 'description', 'required'];

/** What each capability has lists of. */
const LISTS: readonly (readonly [capability: string, list: string])[] = [
  ['tools', 'tools'],
  ['resources', 'resources'],
  ['resources', 'templates'],
  ['prompts', 'prompts'],
];

/** A server is asked what it is, and then for all lists that it has. Nothing is called, read or got. */
export const serverLikeness: Likeness = {
  asker: 'mcp/client',
  next(heard, round) {
    if (round === 0) return { do: [] };
    const { capabilities = {} } = openingOf(heard);
    const lists = LISTS.filter(([capability]) => isObject(capabilities) && capability in capabilities);
    return round > 1 || lists.length === 0 ? undefined : { do: lists.map(([, list]) => ({ list })) };
  },
  script(heard) {
    const { instructions, serverInfo } = openingOf(heard);
    return {
      ...(isObject(serverInfo) ? { serverInfo } : {}),
      ...(typeof instructions === 'string' ? { instructions } : {}),
      tools: listed(heard, 'tools', 'name').map(toolLike),
      resources: listed(heard, 'resources', 'uri').map(resourceLike),
      resourceTemplates: listed(heard, 'resourceTemplates', 'uriTemplate').map(templateLike),
      prompts: listed(heard, 'prompts', 'name').map(promptLike),
    };
  },
};

const resultsOf = (heard: readonly JsonObject[]): JsonObject[] =>
  heard.flatMap(({ result }) => (isObject(result) ? [result] : []));

/** What a server said of itself, by initialize or by server/discover. */
const openingOf = (heard: readonly JsonObject[]): JsonObject =>
  resultsOf(heard).find(({ capabilities }) => isObject(capabilities)) ?? {};

/** All entries of a list, each once. */
function listed(heard: readonly JsonObject[], list: string, key: string): JsonObject[] {
  const entries = resultsOf(heard).flatMap((result) => (Array.isArray(result[list]) ? result[list] : []));
  const named = entries.filter((entry): entry is JsonObject => isObject(entry) && typeof entry[key] === 'string');
  return [...new Map(named.map((entry) => [String(entry[key]), entry])).values()];
}

const pick = (entry: JsonObject, members: readonly string[]): JsonObject =>
  Object.fromEntries(
    members.flatMap((name): [string, Json][] => (entry[name] === undefined ? [] : [[name, entry[name]]])),
  );

/** A tool that answers with its arguments; one with an output schema with the least that fits it. */
function toolLike(tool: JsonObject): JsonObject {
  const like = pick(tool, TOOL);
  if (!isObject(tool.outputSchema)) return like;
  const structuredContent = simplestArguments(tool.outputSchema);
  // Without a result that fits, the mock would break the schema that it shows.
  if (structuredContent === undefined)
    return pick(
      tool,
      TOOL.filter((name) => name !== 'outputSchema'),
    );
  return {
    ...like,
    result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent },
  };
}

const resourceLike = (resource: JsonObject): JsonObject => ({
  ...pick(resource, RESOURCE),
  text: `What ${String(resource.uri)} holds.`,
});

const templateLike = (template: JsonObject): JsonObject => ({
  ...pick(template, TEMPLATE),
  text: `What ${String(template.uriTemplate)} holds.`,
});

function promptLike(prompt: JsonObject): JsonObject {
  const args = Array.isArray(prompt.arguments) ? prompt.arguments.filter(isObject) : [];
  const names = args.map(({ name }) => `{${String(name)}}`);
  const text = [`The prompt ${String(prompt.name)}`, ...(names.length > 0 ? [`with ${names.join(', ')}`] : [])].join(
    ' ',
  );
  return {
    ...pick(prompt, PROMPT),
    ...(args.length > 0 ? { arguments: args.map((one) => pick(one, ARGUMENT)) } : {}),
    messages: [{ role: 'user', content: { type: 'text', text: `${text}.` } }],
  };
}
