import { madeOf } from '../../../../conversation/live/names.js';
import type { ServerRequests } from '../../../../generated/methods/bridge-v1.js';
import type { HostCapability, HostTool, HostToolArray, OperationNames } from '../../../../generated/types/bridge-v1.js';
import type { Json } from '../../../../json/json.js';
import { asObject, isObject } from '../../../../json/json.js';
import type { Link } from '../../../../jsonrpc/link.js';
import {
  afterTurns,
  delaysResults,
  type MakeRewrite,
  oddIds,
  type Replacements,
  replaces,
  rewritten,
} from '../../../../jsonrpc/rewriting.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { ParamsOf, ResultOf } from '../../../../jsonrpc/typed.js';
import { isUnknownName, unavailable } from '../../errors.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** What changes more than results: what the host offers, what it hears, the ids of its requests, the order of its replies. */
type Other = 'bare-args' | 'no-search' | 'no-ranking' | 'no-approvals' | 'no-tools' | 'odd-ids' | 'unhurried';

/** How many turns of the event loop a result waits so that others overtake it: more than any handler here takes. */
const TURNS = 5;

/** The same link, whose messages are worded as the options say. */
export function permissiveLink(link: Link, options: PermissiveOptions): Link {
  return rewritten(
    link,
    madeOf(options, () => rewritesOf(options)),
  );
}

function rewritesOf(options: PermissiveOptions): MakeRewrite[] {
  const chosen = Object.entries(REWRITES).flatMap(([name, rewrite]) =>
    options.has(name as PermissiveOption) ? [rewrite] : [],
  );
  const others = Object.entries(OTHERS).flatMap(([name, make]) =>
    options.has(name as PermissiveOption) ? [make] : [],
  );
  return [...others, ...chosen.map(replaces)];
}

/** A call whose args are a list is heard with one more, which no tool takes. */
const refusesLists: MakeRewrite = () => ({
  hears: (message, pass) => {
    const { params } = message;
    if (message.method !== 'builtin_call' || !isObject(params) || !Array.isArray(params.args)) return pass(message);
    pass({ ...message, params: { ...params, args: [...params.args, null] } });
  },
});

const OTHERS: { readonly [name in Other]?: MakeRewrite } = {
  unhurried: delaysResults(afterTurns(TURNS)),
  'odd-ids': oddIds,
  'bare-args': refusesLists,
};

type Result<Method extends keyof ServerRequests> = ResultOf<ServerRequests, Method>;

/** What becomes of the results of each method; an RpcError makes the reply an error. */
type ResultChanges = {
  readonly [M in keyof ServerRequests]?: (
    result: Result<M>,
    params: ParamsOf<ServerRequests, M>,
  ) => Result<M> | RpcError;
};

/** Changes the results of some methods. Errors stay as they are. The params fit their schema: else there would be no result. */
function results(changes: ResultChanges): Replacements {
  return (message, request) => {
    const method = String(request?.method);
    if (!request || message.result === undefined || !Object.hasOwn(changes, method)) return [message];
    const change = changes[method as keyof ServerRequests] as (result: Json, params: Json) => Json | RpcError;
    const changed = change(message.result, request.params ?? {});
    if (!(changed instanceof RpcError)) return [{ ...message, result: changed }];
    const { result, ...rest } = message;
    return [{ ...rest, error: changed.toObject() }];
  };
}

/** By name, in the order in which they act: first what stands in the lists, then what stands around them. */
const REWRITES: { readonly [name in Exclude<PermissiveOption, Other>]: Replacements } = {
  'unknown-members': results({
    'host/tools/list': eachTool((tool) => ({ ...tool, 'x-vendor': { since: 1 } })),
    'skills/list': (list) => (Array.isArray(list) ? list.map((skill) => ({ ...skill, 'x-vendor': true })) : list),
    'skill/match': eachMatch((match) => ({ ...match, 'x-vendor': 1 })),
  }),
  sparse: results({
    'host/tools/list': eachTool(({ description, schema, deprecated, ...tool }) => ({
      ...tool,
      ...(description && { description }),
      ...(schema && { schema }),
      ...(deprecated && { deprecated }),
    })),
    'skill/match': eachMatch(({ name }) => ({ name })),
    'tool_search/query': (found) => ('tool_names' in found ? { tool_names: found.tool_names } : found),
  }),
  'compatibility-names': results({
    'host/tools/list': eachTool(({ description, schema, ...tool }, index) => ({
      ...tool,
      ...(description !== undefined && { short_description: description }),
      ...(schema !== undefined && { [index % 2 === 0 ? 'parameters' : 'input_schema']: schema }),
    })),
  }),
  'flat-skills': results({
    'skills/fetch'(skill) {
      if (!('manifest' in skill)) return skill;
      const { manifest, ...rest } = skill;
      return { ...manifest, ...rest };
    },
  }),
  // Before the denials: those of ACP may select an option as well.
  'older-grants': results({
    'session/request_permission': (answer) =>
      'outcome' in answer && answer.outcome.outcome === 'selected' ? { granted: true } : answer,
  }),
  'acp-denials': results({
    'session/request_permission'(answer, { options = [] }) {
      if (!('granted' in answer) || answer.granted) return answer;
      const rejecting = options.find(({ kind }) => kind.startsWith('reject'));
      return rejecting
        ? { outcome: { outcome: 'selected', optionId: rejecting.optionId } }
        : { outcome: { outcome: 'cancelled' } };
    },
  }),
  'operations-objects': results({
    'host/capabilities': eachCapability((names) => ({
      operations: Object.fromEntries(names.map((name) => [name, {}])),
    })),
  }),
  'operations-ops': results({ 'host/capabilities': eachCapability((ops) => ({ ops })) }),
  'other-codes': (message) => {
    const { error } = message;
    return [
      isObject(error) && isUnknownName(error)
        ? { ...message, error: unavailable(String(error.message)).toObject() }
        : message,
    ];
  },
  choosy: results({
    'tool_search/query': (found, { query, candidates }) =>
      query === '' || candidates.length === 0 ? unavailable('there is nothing to search') : found,
    'skill/match': (matches, { strategy, candidates }) =>
      strategy !== 'host' || candidates.length === 0 ? unavailable('there is nothing to rank') : matches,
  }),
  'bare-tools': results({ 'host/tools/list': (list) => ('tools' in list ? list.tools : list) }),
  'wrapped-tools': results({ 'host/tools/list': (list) => ('tools' in list ? { result: list } : list) }),
  'skills-object': results({ 'skills/list': (list) => (Array.isArray(list) ? { skills: list } : list) }),
  'bare-matches': results({ 'skill/match': (list) => ('matches' in list ? list.matches : list) }),
  'matches-as-skills': results({
    'skill/match': (list) => ('matches' in list ? { skills: list.matches } : list),
  }),
  'wrapped-matches': results({ 'skill/match': (list) => ('matches' in list ? { result: list } : list) }),
  'wrapped-search': results({
    'tool_search/query': (found) => ('tool_names' in found ? { result: found } : found),
  }),
};

function eachTool(change: (tool: HostTool, index: number) => HostTool) {
  return (list: Result<'host/tools/list'>): Result<'host/tools/list'> =>
    'tools' in list ? { tools: list.tools.map(change) as HostToolArray } : list;
}

function eachMatch(change: (match: { name: string }) => { name: string }) {
  return (list: Result<'skill/match'>): Result<'skill/match'> =>
    'matches' in list ? { matches: list.matches.map(change) } : list;
}

function eachCapability(change: (names: OperationNames) => HostCapability) {
  return (manifest: Result<'host/capabilities'>): Result<'host/capabilities'> =>
    Object.fromEntries(
      Object.entries(asObject(manifest)).map(([name, told]) => [
        name,
        Array.isArray(told) ? change(told as OperationNames) : told,
      ]),
    );
}
