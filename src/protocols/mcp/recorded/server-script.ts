import {
  asksIn,
  errorOf,
  paramsOf,
  replyIn,
  type ScriptOfRecording,
  unsaid,
} from '../../../conversation/recorded-script.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import type { Exchange, RecordedStep } from '../../../recording/exchanges.js';
import { serverLikeness } from '../server/explore/likeness.js';

/** The requests whose answers the lists of a script are made of. */
const LISTS = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
const OPENING = ['initialize', 'server/discover'];
/** What a tool may ask the client for. */
const ASKED = ['sampling/createMessage', 'elicitation/create', 'roots/list'];
/** Entries on a page, unless a script says otherwise. */
const PAGE = 5;

/** The script of a server: what it lists, and what its tools, resources and prompts gave. */
export const serverScript: ScriptOfRecording = ({ heard }) => {
  const left: string[] = [];
  const complete = heard.filter(({ isComplete }) => isComplete);
  const lists = complete.filter(({ method }) => [...LISTS, ...OPENING].includes(method));
  const like = serverLikeness.script(lists.map((exchange) => replyIn(exchange) as JsonObject));
  const of = (method: string) => complete.filter((exchange) => exchange.method === method);
  const script: JsonObject = {
    ...like,
    tools: called(entries(like.tools), of('tools/call'), left),
    resources: read(entries(like.resources), of('resources/read'), left),
    prompts: got(entries(like.prompts), of('prompts/get'), left),
  };
  const pageSize = pageSizeOf(lists, like);
  if (pageSize !== undefined) script.pageSize = pageSize;
  const known = [...LISTS, ...OPENING, 'tools/call', 'resources/read', 'prompts/get', 'ping'];
  left.push(...unsaid(heard, known, 'the mock answers in its own way'));
  return { script, left };
};

const entries = (list: Json | undefined): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

/** How many entries a page must have for the lists to come as they did; undefined if that is usual. */
function pageSizeOf(lists: readonly Exchange[], like: JsonObject): number | undefined {
  const pages = lists.flatMap((exchange) => {
    const { result } = replyIn(exchange);
    if (!isObject(result) || result.nextCursor === undefined) return [];
    return Object.values(result).flatMap((member) => (Array.isArray(member) ? [member.length] : []));
  });
  if (pages.length > 0) return Math.max(1, ...pages);
  const longest = Math.max(...Object.values(like).map((member) => (Array.isArray(member) ? member.length : 0)));
  return longest > PAGE ? longest : undefined;
}

/** Calls by what they name, each with the first outcome that is there; others are left out, a line each. */
function byName(exchanges: readonly Exchange[], member: string, what: string, left: string[]): Map<string, Exchange> {
  const first = new Map<string, Exchange>();
  for (const exchange of exchanges) {
    const name = String(paramsOf(exchange.request)[member]);
    const known = first.get(name);
    if (!known) first.set(name, exchange);
    else if (JSON.stringify(replyIn(known)) !== JSON.stringify(replyIn(exchange)))
      left.push(`another result of the ${what} ${name} (line ${exchange.line}): it has one, the first`);
  }
  return first;
}

function called(tools: JsonObject[], calls: readonly Exchange[], left: string[]): JsonObject[] {
  const finals = calls.filter((call) => !inputsOf(call));
  const results = byName(finals, 'name', 'tool', left);
  const listed = new Set(tools.map(({ name }) => String(name)));
  for (const [name, { line }] of results)
    if (!listed.has(name)) left.push(`the call of ${name} (line ${line}): no list of the recording has this tool`);
  return tools.map((tool) => {
    const call = results.get(String(tool.name));
    const inputs = calls
      .filter((one) => paramsOf(one.request).name === tool.name)
      .flatMap((one) => inputsOf(one) ?? []);
    const asked = asksOf(Object.assign({}, ...inputs), left);
    const asks: JsonObject = asked.length > 0 ? { asks: asked } : {};
    return call ? { ...tool, ...outcomeOf(call, left), ...asks } : tool;
  });
}

/** What a result asks the client for, in revisions without sessions: it calls again with the answers. */
function inputsOf(exchange: Exchange): JsonObject | undefined {
  const { result } = replyIn(exchange);
  return isObject(result) && isObject(result.inputRequests) ? result.inputRequests : undefined;
}

function asksOf(inputs: JsonObject, left: string[]): JsonObject[] {
  return Object.entries(inputs).flatMap(([as, input]): JsonObject[] => {
    const { method, params } = isObject(input) ? input : {};
    if (/^\w+$/.test(as) && ASKED.includes(String(method)))
      return [{ as, method: method!, ...(isObject(params) ? { params } : {}) }];
    left.push(`the input ${as} that a tool asks for`);
    return [];
  });
}

function outcomeOf(call: Exchange, left: string[]): JsonObject {
  const { name } = paramsOf(call.request);
  const { result, error } = replyIn(call);
  const outcome: JsonObject = {};
  if (error !== undefined) outcome.error = errorOf(error);
  else if (isObject(result)) outcome.result = withoutRevision(result);
  const asks = asksIn(call).flatMap(({ message }, index): JsonObject[] => {
    const { method, params } = message;
    if (ASKED.includes(String(method)))
      return [{ as: `answer${index + 1}`, method: method!, ...(isObject(params) ? { params } : {}) }];
    left.push(`${String(method)} in the course of ${String(name)}`);
    return [];
  });
  if (asks.length > 0) outcome.asks = asks;
  const notes = call.steps.filter(({ kind }) => kind === 'notify');
  const log = notes.filter(({ message }) => message.method === 'notifications/message').map(logOf);
  if (log.length > 0) outcome.log = log;
  const steps = notes.filter(({ message }) => message.method === 'notifications/progress').length;
  if (steps > 0) outcome.steps = steps;
  return outcome;
}

function logOf({ message }: RecordedStep): JsonObject {
  const { level = 'info', data = null } = paramsOf(message);
  return { level, data };
}

/** A result without what revisions without sessions add to each of them, which a mock adds too. */
function withoutRevision({ resultType: _, ...result }: JsonObject): JsonObject {
  return result;
}

function read(resources: JsonObject[], reads: readonly Exchange[], left: string[]): JsonObject[] {
  const results = byName(reads, 'uri', 'resource', left);
  const listed = new Set(resources.map(({ uri }) => String(uri)));
  for (const [uri, { line }] of results)
    if (!listed.has(uri)) left.push(`what ${uri} holds (line ${line}): no list of the recording has this resource`);
  return resources.map((resource) => {
    const exchange = results.get(String(resource.uri));
    if (!exchange) return resource;
    const { result } = replyIn(exchange);
    const contents = isObject(result) ? entries(result.contents) : [];
    const [content] = contents;
    const { text: _, ...rest } = resource;
    if (contents.length === 1 && typeof content?.text === 'string') return { ...rest, text: content.text };
    if (contents.length === 1 && typeof content?.blob === 'string') return { ...rest, blob: content.blob };
    left.push(`what ${String(resource.uri)} holds (line ${exchange.line}): a script has one text or blob`);
    return resource;
  });
}

function got(prompts: JsonObject[], gets: readonly Exchange[], left: string[]): JsonObject[] {
  const results = byName(
    gets.filter((one) => !inputsOf(one)),
    'name',
    'prompt',
    left,
  );
  for (const exchange of gets.filter(inputsOf)) left.push(`the input that a prompt asks for (line ${exchange.line})`);
  return prompts.map((prompt) => {
    const exchange = results.get(String(prompt.name));
    if (!exchange) return prompt;
    const { result } = replyIn(exchange);
    if (isObject(result) && Array.isArray(result.messages)) return { ...prompt, messages: result.messages };
    left.push(`the error of the prompt ${String(prompt.name)} (line ${exchange.line})`);
    return prompt;
  });
}
