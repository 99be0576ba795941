import type { Answer, Question } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';
import { reachesOut } from './tools/reach.js';

/** A tool as the server lists it, as far as it can be used at all. */
export interface OfferedTool {
  name: string;
  inputSchema: JsonObject;
  outputSchema?: JsonObject;
  /** Whether a call changes nothing, by what the server or the name says. */
  harmless: boolean;
  /** Whether the server itself says so. */
  saysHarmless: boolean;
  /** Whether a call reaches other systems, by what the server says of the tool: it takes a network, and comes out otherwise another day. */
  reachesOut: boolean;
  /** Whether a call may destroy something, by what the server or the name says. */
  destroys: boolean;
  taskSupport: 'forbidden' | 'optional' | 'required';
}

export interface OfferedPrompt {
  name: string;
  arguments: { name: string; required: boolean }[];
}

/** What a server lists. */
export interface Offer {
  tools: OfferedTool[];
  /** URIs. */
  resources: string[];
  /** URI templates. */
  templates: string[];
  prompts: OfferedPrompt[];
  /** The first list that takes several pages, and the member that holds its entries. */
  pages?: { method: string; member: string };
}

/** How many entries of a list are looked at, and arguments of a prompt: a server may list as many as a message holds. */
const MOST = 200;
const MOST_ARGUMENTS = 20;

/** The lists of a server: each with the capability that it belongs to. */
export const LISTS = [
  { as: 'tools', method: 'tools/list', capability: 'tools', member: 'tools' },
  { as: 'resources', method: 'resources/list', capability: 'resources', member: 'resources' },
  { as: 'templates', method: 'resources/templates/list', capability: 'resources', member: 'resourceTemplates' },
  { as: 'prompts', method: 'prompts/list', capability: 'prompts', member: 'prompts' },
] as const;

/** Asks for the first page of each list that the server advertises. */
export function listQuestions(advertised: Json): Question[] {
  const has = isObject(advertised) ? advertised : {};
  return LISTS.filter(({ capability }) => isObject(has[capability])).map(({ as, method }) => ({ as, method }));
}

/** What the first pages hold. Entries that can't be used are left out. */
export function offerIn(answers: ReadonlyMap<string, Answer>): Offer {
  const entries = (as: (typeof LISTS)[number]['as']) => entriesOf(answers.get(as), as).slice(0, MOST);
  const pages = LISTS.find(({ as }) => typeof resultOf(answers.get(as))?.nextCursor === 'string');
  return {
    tools: entries('tools').flatMap(toolOf),
    resources: entries('resources').flatMap(({ uri }) => (typeof uri === 'string' ? [uri] : [])),
    templates: entries('templates').flatMap(({ uriTemplate }) =>
      typeof uriTemplate === 'string' ? [uriTemplate] : [],
    ),
    prompts: entries('prompts').flatMap(promptOf),
    ...(pages ? { pages: { method: pages.method, member: pages.member } } : {}),
  };
}

/** The code of the error that a request was answered with. */
export function errorCodeOf(answer: Answer | undefined): number | undefined {
  const error = answer?.reply?.error;
  return isObject(error) && typeof error.code === 'number' ? error.code : undefined;
}

/** The result of a request that was answered with one. */
export function resultOf(answer: Answer | undefined): JsonObject | undefined {
  const result = answer?.reply?.result;
  return isObject(result) ? result : undefined;
}

function entriesOf(answer: Answer | undefined, as: string): JsonObject[] {
  const { member } = LISTS.find((one) => one.as === as)!;
  const list = resultOf(answer)?.[member];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

function toolOf(listed: JsonObject): OfferedTool[] {
  const { name, inputSchema, outputSchema, annotations, execution } = listed;
  if (typeof name !== 'string') return [];
  const hints = isObject(annotations) ? annotations : {};
  return [
    {
      name,
      inputSchema: isObject(inputSchema) ? inputSchema : {},
      ...(isObject(outputSchema) ? { outputSchema } : {}),
      harmless: isHarmless(name, hints),
      saysHarmless: hints.readOnlyHint === true,
      reachesOut: reachesOut(listed),
      destroys: hints.destructiveHint === true || DESTROYING.test(name),
      taskSupport: taskSupportOf(execution),
    },
  ];
}

function taskSupportOf(execution: Json | undefined): OfferedTool['taskSupport'] {
  const support = isObject(execution) ? execution.taskSupport : undefined;
  return support === 'optional' || support === 'required' ? support : 'forbidden';
}

/** Names of tools that better get nothing that is there. */
const DESTROYING = /delete|remove|drop|destroy|purge|wipe|clear|erase|overwrite|replace|reset|unlink|trash|kill/i;

/** First words of names of tools that only look, or only give back what they are given. */
const LOOKING = new Set(
  'add calculate check compute count describe echo exists find get greet has hello info inspect is list lookup math peek ping read resolve search show stat status sum time validate version view whoami'.split(
    ' ',
  ),
);

/** What a server says of a tool counts; where it says nothing, the first word of the name does. */
function isHarmless(name: string, { readOnlyHint, destructiveHint }: JsonObject): boolean {
  if (typeof readOnlyHint === 'boolean') return readOnlyHint;
  if (destructiveHint === true) return false;
  const [first = ''] = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  return LOOKING.has(first.toLowerCase());
}

function promptOf({ name, arguments: args }: JsonObject): OfferedPrompt[] {
  if (typeof name !== 'string') return [];
  const list = Array.isArray(args) ? args.filter(isObject).slice(0, MOST_ARGUMENTS) : [];
  return [
    {
      name,
      arguments: list.flatMap((one) =>
        typeof one.name === 'string' ? [{ name: one.name, required: one.required === true }] : [],
      ),
    },
  ];
}
