import type { StepData } from '../../../../conversation/explorer.js';
import {
  capabilities,
  item,
  named,
  type OfferedItem,
  type Offers,
  type SurveyedTarget,
  some,
} from '../../../../conversation/surveyor.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { LISTS } from './offered.js';
import { PEER, speechOf } from './opening.js';

/** How many pages of a list are read. */
const MOST_PAGES = 100;

/** Asks a server for its tools, resources, templates and prompts, every page of each. */
export async function survey(target: SurveyedTarget): Promise<Offers> {
  const offers: Offers = { capabilities: capabilities(target.advertised) };
  const has = isObject(target.advertised) ? target.advertised : {};
  for (const { as, method, capability, member } of LISTS) {
    if (!isObject(has[capability])) continue;
    const entries = await pagesOf(target, method, member);
    offers[as] = ITEMS[as](entries);
  }
  return offers;
}

const ITEMS: { readonly [kind in (typeof LISTS)[number]['as']]: (entries: Json[]) => { [name: string]: OfferedItem } } =
  {
    tools: (entries) =>
      named(entries, 'name', (tool) =>
        item({
          says: { ...some(tool.annotations, 'title'), ...some(tool, 'title', 'description') },
          facts: {
            ...some(tool.annotations, 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'),
            ...some(tool.execution, 'taskSupport'),
          },
          takes: tool.inputSchema,
          gives: tool.outputSchema,
        }),
      ),
    resources: (entries) => named(entries, 'uri', resourceItem),
    templates: (entries) => named(entries, 'uriTemplate', resourceItem),
    prompts: (entries) =>
      named(entries, 'name', (prompt) =>
        item({ says: some(prompt, 'title', 'description'), takes: argumentsSchema(prompt.arguments) }),
      ),
  };

const resourceItem = (resource: JsonObject) =>
  item({ says: some(resource, 'name', 'title', 'description'), facts: some(resource, 'mimeType') });

/** The arguments of a prompt, which are texts, as the schema of a tool has them. */
function argumentsSchema(list: Json | undefined): JsonObject {
  const all = (Array.isArray(list) ? list : []).filter(isObject).filter(({ name }) => typeof name === 'string');
  const required = all.filter((one) => one.required === true).map(({ name }) => name!);
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map((one) => [String(one.name), { type: 'string', ...some(one, 'title', 'description') }]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The entries of a list on all its pages, in one conversation: a cursor may hold for its session alone. */
async function pagesOf(target: SurveyedTarget, method: string, member: string): Promise<Json[]> {
  const pages = Array.from({ length: MOST_PAGES }, (_, index): StepData => {
    const params: JsonObject = index === 0 ? {} : { params: { cursor: '${cursor}' } };
    return {
      call: { request: method, ...params, as: `page-${index + 1}`, result: {} },
      // A page without a cursor is the last one, and ends the conversation.
      save: { cursor: '/result/nextCursor' },
    };
  });
  const { records } = await target.converse([...speechOf(target).opening, ...pages], PEER);
  return records.flatMap(({ from, as, message }) => {
    if (from !== 'target' || !as?.startsWith('page-') || !isObject(message) || !isObject(message.result)) return [];
    const list = message.result[member];
    return Array.isArray(list) ? list : [];
  });
}
