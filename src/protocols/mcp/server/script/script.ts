import { ScriptError } from '../../../../conversation/script-error.js';
import type {
  Implementation,
  PromptArgument,
  Prompt as PromptEntry,
  PromptMessage,
} from '../../../../generated/types/mcp-2025-11-25.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import { InvalidSchema, loadValidators } from '../../../../schemas/index.js';
import { REVISION } from '../../revision.js';
import { describeResult } from '../../validation.js';
import { checkAsks, readAsks } from '../asks.js';
import { usableSchema } from '../json-schema.js';
import { shippedPrompts } from '../prompts/prompt.js';
import { cardResource } from '../resources/card.js';
import { shippedResources, shippedTemplates } from '../resources/resource.js';
import type { Prompt, Resource, ResourceTemplate } from '../state/offered.js';
import type { ResponseMode, Script, Shipped } from '../state/script.js';
import type { Tool } from '../state/tool.js';
import { scriptedTool } from '../tools/scripted.js';
import { shippedTools } from '../tools/shipped.js';

const PAGE_SIZE = 5;
const REQUEST_TIMEOUT_MS = 60_000;
const INSTRUCTIONS = 'Call echo to see that the server answers; the other tools each show one feature of the protocol.';

/**
 * Reads a script and fills in what it leaves out; without one, everything is as shipped: with the revision or profile that is played, or
 * else by default. Rejects with a ScriptError.
 */
export async function loadScript(
  written: JsonObject = {},
  { tools = shippedTools, resources = shippedResources, pageSize = PAGE_SIZE }: Shipped = {},
): Promise<Script> {
  if (Object.keys(written).length > 0) {
    const wrong = (await loadValidators('mcp-server-script', 'v1')).validate('mcp-server-script', written);
    if (wrong.length > 0) throw ScriptError.of(wrong);
  }
  const { card } = written;
  const filler = Array.from({ length: Number(written.filler ?? 0) }, (_, index) => `filler-${index + 1}`);
  const registered = entriesOf('resources', written.resources, resources, ({ uri }) => uri, scriptedResource);
  // Harn's guide (Running as an MCP server) leaves open what a script has that registers tools and exports functions: here the tools.
  const listed = written.tools === undefined && written.exports !== undefined ? 'exports' : 'tools';
  const script: Script = {
    serverInfo: infoOf(written),
    serverCard: isObject(written.serverCard) ? written.serverCard : undefined,
    instructions: stringOf(written.instructions) ?? INSTRUCTIONS,
    protocolVersions: written.protocolVersions ? strings(written.protocolVersions) : [REVISION],
    pageSize: Number(written.pageSize ?? pageSize),
    response: (written.response as ResponseMode | undefined) ?? 'auto',
    admission: {
      origins: [...strings(written.origins), ...strings(written.allowedOrigins)],
      hosts: [...strings(written.hosts), ...strings(written.allowedHosts)],
    },
    requestTimeoutMs: Number(written.requestTimeoutMs ?? REQUEST_TIMEOUT_MS),
    tools: entriesOf(listed, written[listed], tools, (tool) => tool.name, scriptedTool),
    codeMode: written.codeMode === true,
    resources: isObject(card) ? [...registered, cardResource(card)] : registered,
    resourceTemplates: entriesOf(
      'resourceTemplates',
      written.resourceTemplates,
      shippedTemplates,
      (template) => template.uriTemplate,
      scriptedTemplate,
    ),
    prompts: entriesOf('prompts', written.prompts, shippedPrompts, (prompt) => prompt.name, scriptedPrompt),
  };
  await checkTools(listed, written[listed], script.tools);
  await checkPrompts(written.prompts);
  if (filler.length === 0) return script;
  return {
    ...script,
    tools: [...script.tools, ...filler.map((name) => scriptedTool({ name }, ''))],
    resources: [...script.resources, ...filler.map((name) => scriptedResource({ uri: `memo:${name}`, text: name }))],
    resourceTemplates: [
      ...script.resourceTemplates,
      ...filler.map((name) => scriptedTemplate({ uriTemplate: `memo:${name}/{id}`, text: name })),
    ],
    prompts: [...script.prompts, ...filler.map((name) => scriptedPrompt({ name, messages: [] }, ''))],
  };
}

/** What the server says of itself: a card, too, where it has one (Harn guide, MCP, Publishing a server card). */
function infoOf({ serverInfo, card }: JsonObject): Partial<Implementation> {
  const info: JsonObject = { ...(isObject(serverInfo) && serverInfo), ...(isObject(card) && { card }) };
  return info;
}

function entriesOf<Entry extends { entry?: object }>(
  list: string,
  written: Json | undefined,
  shipped: readonly Entry[],
  keyOf: (entry: Entry) => string,
  make: (entry: JsonObject, path: string) => Entry,
): readonly Entry[] {
  if (!Array.isArray(written)) return shipped;
  const entries = written.map((entry, index): Entry => {
    if (isObject(entry)) return { ...make(entry, `/${list}/${index}`), entry: {} };
    const found = shipped.find((candidate) => keyOf(candidate) === entry);
    if (!found)
      throw at(
        `/${list}/${index}`,
        `nothing is shipped as "${String(entry)}"; there is ${shipped.map(keyOf).join(', ')}`,
      );
    return { ...found, entry: {} };
  });
  const keys = entries.map(keyOf);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw at(`/${list}`, `"${twice}" is here twice`);
  return entries;
}

/** A server must not offer what breaks its own schemas (MCP 2025-11-25, Tools, Output Schema). */
async function checkTools(list: string, written: Json | undefined, tools: readonly Tool[]): Promise<void> {
  if (!Array.isArray(written)) return;
  for (const [index, entry] of written.entries()) {
    if (!isObject(entry)) continue;
    const tool = `/${list}/${index}`;
    const { inputSchema, outputSchema } = asObject(tools[index]!.spec);
    if (!isObject(inputSchema) || inputSchema.type !== 'object')
      throw at(`${tool}/inputSchema`, 'must have the type "object"');
    usable(`${tool}/inputSchema`, inputSchema);
    await checkAsks(entry.asks, tool);
    const judge = isObject(outputSchema) ? usable(`${tool}/outputSchema`, outputSchema) : undefined;
    if (!isObject(entry.result)) continue;
    const invalid = await describeResult('tools/call', entry.result);
    if (invalid !== undefined) throw at(`${tool}/result`, invalid);
    const mismatch = judge && entry.result.isError !== true ? judge(entry.result.structuredContent ?? null) : undefined;
    if (mismatch !== undefined) throw at(`${tool}/result/structuredContent`, mismatch);
  }
}

async function checkPrompts(written: Json | undefined): Promise<void> {
  for (const [index, entry] of (Array.isArray(written) ? written : []).entries())
    if (isObject(entry)) await checkAsks(entry.asks, `/prompts/${index}`);
}

function usable(path: string, schema: JsonObject) {
  try {
    return usableSchema(schema);
  } catch (error) {
    if (error instanceof InvalidSchema) throw at(path, error.message);
    throw error;
  }
}

/** The error of one mistake. */
const at = (path: string, message: string) => ScriptError.of([{ path, message }]);

function scriptedResource(entry: JsonObject): Resource {
  const { text, blob, ...spec } = entry;
  const uri = String(entry.uri);
  const content = text === undefined ? { blob: String(blob) } : { text: String(text) };
  return { uri, spec: { name: uri, ...spec, uri }, ...content };
}

function scriptedTemplate(entry: JsonObject): ResourceTemplate {
  const { text, values, ...spec } = entry;
  const uriTemplate = String(entry.uriTemplate);
  return {
    uriTemplate,
    spec: { name: uriTemplate, ...spec, uriTemplate },
    text: String(text),
    values: valuesOf(values),
  };
}

function scriptedPrompt(entry: JsonObject, path: string): Prompt {
  const { messages, asks, arguments: declared, ...shown } = entry;
  const values: Prompt['values'] = {};
  const name = String(entry.name);
  const spec: PromptEntry = { ...shown, name };
  if (Array.isArray(declared)) {
    spec.arguments = declared.filter(isObject).map(({ values: offered, ...argument }) => {
      if (offered !== undefined) values[String(argument.name)] = strings(offered);
      return argument as object as PromptArgument;
    });
  }
  const said = (Array.isArray(messages) ? messages : []).filter(isObject);
  return { name, spec, messages: said as object[] as PromptMessage[], values, asks: readAsks(asks, path) };
}

const valuesOf = (values: Json | undefined) =>
  Object.fromEntries(Object.entries(isObject(values) ? values : {}).map(([name, offered]) => [name, strings(offered)]));

const strings = (list: Json | undefined) => (Array.isArray(list) ? list.map(String) : []);

const stringOf = (value: Json | undefined) => (typeof value === 'string' ? value : undefined);
