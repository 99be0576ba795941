import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { changes, changesParams, changesResults, type MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import type { PermissiveOption } from './variants.js';

/** What the options do with messages at the border, in the order in which these pass them. */
export function rewritesOf(options: ReadonlySet<PermissiveOption>): MakeRewrite[] {
  return (Object.keys(REWRITES) as PermissiveOption[]).flatMap((name) => (options.has(name) ? [REWRITES[name]] : []));
}

/** Codes in the place of those that the reference has, by what tells its errors apart. */
const OWN_CODES = { session: -32004, queue: -32010, state: -32011 } as const;

/** Methods whose results need no member. */
const NULLABLE = ['session/set_mode', 'session/close', 'session/stop'];

/** Members that the guide does not name, by the method that is answered. */
const UNNAMED: { readonly [method: string]: readonly string[] } = {
  'session/inject': ['status'],
  'session/replace_inject': ['status'],
  'session/truncate': ['sessionId', 'keptTurnCount', 'removedTurnCount', 'newTipTurnId'],
  'harn.session_timeline.unsubscribe': ['subscriptionId', 'removed'],
  'harn.hitl.respond': ['ok'],
};

const LATER: JsonObject = { later: [1, null, { deep: '😀' }] };

const LATER_METHOD: JsonObject = { description: 'Does something.', schema: 'https://example.com/later.json', ...LATER };

const REWRITES: { readonly [name in PermissiveOption]: MakeRewrite } = {
  'own-codes': changesErrors((error) => {
    const code = ownCode(error);
    return code === undefined ? error : { ...error, code };
  }),
  'other-words': changesErrors((error) =>
    error.code === -32000 && isObject(error.data) && error.data.authMethods !== undefined
      ? { ...error, message: 'Authentication required' }
      : error,
  ),
  'status-results': changes((message, request) => {
    const { error, ...rest } = message;
    if (!/^(session\/|harn\.session_)(rollback|redo)$/.test(String(request?.method)) || !isObject(error))
      return message;
    const status = isObject(error.data) ? error.data.status : undefined;
    return status === undefined || status === 'prompt_active' ? message : { ...rest, result: { status } };
  }),
  'plain-forks': changesResults((result, { method }) => {
    if (method !== 'session/fork') return result;
    const { modes, configOptions: _, ...branch } = result;
    return { ...branch, mode: isObject(modes) ? (modes.currentModeId ?? null) : null };
  }),
  'mode-order': changesResults((result) => {
    const { modes } = result;
    if (!isObject(modes) || !Array.isArray(modes.availableModes)) return result;
    return { ...result, modes: { ...modes, availableModes: [...modes.availableModes].reverse() } };
  }),
  'tags-in-message': changesErrors(({ data, ...error }) => {
    if (!isObject(data)) return data === undefined ? error : { ...error, data };
    const { reason: _, status: __, ...rest } = data;
    return Object.keys(rest).length === 0 ? error : { ...error, data: rest };
  }),
  'tags-in-data': changesErrors((error) => {
    const { data, message } = error;
    if (!isObject(data)) return error;
    const reason: JsonObject = data.authMethods === undefined ? {} : { reason: message ?? null };
    return { ...error, message: 'It was refused.', data: { ...reason, ...data } };
  }),
  'other-redo': changes((message, request) => {
    const result = message.result!;
    if (request?.method === 'session/redo' || request?.method === 'harn.session_redo')
      return isObject(result) && result.status === 'redone'
        ? { ...message, result: { ...result, status: 'reapplied' } }
        : message;
    return withUpdate(message, (update) =>
      update.sessionUpdate === 'session_redo' ? { ...update, status: 'reapplied' } : update,
    );
  }),
  'bare-results': (border) => {
    const results = changesResults((result, { method }) => without(result, UNNAMED[String(method)] ?? []))(border);
    const bare = (update: JsonObject) =>
      update.sessionUpdate === 'session_truncated' ? { sessionUpdate: 'session_truncated' } : update;
    return { sends: (message, pass) => results.sends!(withUpdate(message, bare), pass) };
  },
  'other-prefix': ({ send }) => ({
    hears: (message, pass) => {
      const { id, method, params } = message;
      const isTruncation = method === 'session/truncate' && id !== undefined;
      if (isTruncation && isObject(params) && Number.isInteger(params.keepFirst) && Number(params.keepFirst) >= 0)
        send({ jsonrpc: '2.0', id, result: {} });
      else pass(message);
    },
  }),
  'null-answers': changesResults((result, { method }) => (NULLABLE.includes(String(method)) ? null : result)),
  'snake-control': changes((message) => {
    const { method, params } = message;
    if (method !== '_harn/agentEvent' || !isObject(params) || params.controlId === undefined) return message;
    const { controlId, ...rest } = params;
    return { ...message, params: { ...rest, control_id: controlId } };
  }),
  'later-events': ({ requestOf }) => ({
    sends: (message, pass) => {
      const request = requestOf(message);
      if (request?.method === 'session/prompt' && 'result' in message) {
        const { sessionId = null } = request.params as JsonObject;
        const params = { sessionId, kind: 'iteration_ended', ...LATER };
        pass({ jsonrpc: '2.0', method: '_harn/agentEvent', params });
      }
      pass(message);
    },
  }),
  'later-contract': changesResults((result, { method }) => {
    const { agentCapabilities } = result;
    if (method !== 'initialize' || !isObject(agentCapabilities)) return result;
    const { harn, ...meta } = agentCapabilities._meta as JsonObject;
    const { hostCapabilityOperations: _, ...contract } = harn as JsonObject;
    const updates = [...(contract.sessionUpdateExtensions as Json[]), 'later_update'];
    const methods = { ...(contract.extensionMethods as JsonObject), '_harn/later': LATER_METHOD };
    const later = { ...contract, ...LATER, sessionUpdateExtensions: updates, extensionMethods: methods };
    return { ...result, agentCapabilities: { ...agentCapabilities, _meta: { ...meta, ...LATER, harn: later } } };
  }),
  'later-catalog': changesResults((result, { method }) => {
    if (method !== '_harn/providerCatalog') return result;
    const rows = (list: Json | undefined) => (list as JsonObject[]).map((row) => ({ ...row, ...LATER }));
    const { providers, models, aliases } = result;
    return { ...result, ...LATER, providers: rows(providers), models: rows(models), aliases: rows(aliases) };
  }),
  'bridge-permission': changesParams('session/request_permission', (params) => ({
    ...params,
    toolCall: { ...(params.toolCall as JsonObject), toolName: 'edit_file' },
    mutation: { session_id: 's', run_id: null, worker_id: null, mutation_scope: 'apply_workspace' },
    declaredPaths: ['a.txt'],
  })),
  'own-catalog': changesResults((result, { method }) => {
    if (method !== '_harn/providerCatalog') return result;
    const { schema_version: schemaVersion = null, schema: $schema = null, providers = null, models = null } = result;
    const rows = (list: Json) =>
      (list as JsonObject[]).map(({ classification, ...row }) =>
        classification === 'hosted'
          ? { ...row, classification: 'cloud' }
          : { ...row, ...(classification ? { classification } : {}) },
      );
    return { $schema, schemaVersion, vendors: rows(providers), rows: models };
  }),
  'no-aliases': (border) => {
    const bare = (body: JsonObject): JsonObject => {
      if (Array.isArray(body.aliases) && Array.isArray(body.providers)) return { ...body, aliases: [] };
      if (!Array.isArray(body.configOptions)) return body;
      const configOptions = body.configOptions.filter(isObject).map((setting) => {
        if (setting.id !== 'model' || !Array.isArray(setting.options)) return setting;
        // What is set is offered whatever it is called.
        const isOffered = ({ value }: JsonObject) =>
          value === setting.currentValue || !/^(large|small)$/.test(String(value));
        return { ...setting, options: setting.options.filter(isObject).filter(isOffered) };
      });
      return { ...body, configOptions };
    };
    const results = changesResults(bare)(border);
    return { sends: (message, pass) => results.sends!(withUpdate(message, bare), pass) };
  },
  'lean-updates': (border) => {
    const results = changesResults((result, { method }) => (method === 'initialize' ? undescribed(result) : result))(
      border,
    );
    return { sends: (message, pass) => results.sends!(withUpdate(message, lean), pass) };
  },
  'plan-below-meta': changes((message) => withUpdate(message, ({ harnPlan, ...rest }) => placed(rest, harnPlan))),
  'plan-twice': changes((message) => withUpdate(message, (update) => placed(update, update.harnPlan))),
  'same-visible-text': changes((message) =>
    withUpdate(message, (update) => {
      const { content } = update;
      if (!isObject(content) || !isObject(content._meta) || !isObject(content._meta.harn)) return update;
      const { harn } = content._meta;
      if (harn.visible_delta === undefined) return update;
      const visible = { ...harn, visible_text: harn.visible_delta };
      return { ...update, content: { ...content, _meta: { ...content._meta, harn: visible } } };
    }),
  ),
  'more-levels': (border) => {
    const results = changesResults(withLevel)(border);
    return { sends: (message, pass) => results.sends!(withUpdate(message, withLevel), pass) };
  },
};

/** Fields of updates that nobody has to have. */
const SPARE: { readonly [update: string]: readonly string[] } = {
  log: ['message'],
  fs_watch: ['subscriptionId'],
  worker_update: ['workerId', 'workerName', 'workerTask', 'workerMode', 'event', 'status', 'terminal', 'metadata'],
  skill_narrow: ['reason', 'policy', 'remainingTools', 'removedToolDetails', 'keptToolDetails'],
  hitl_request: ['requestId', 'kind', 'payload'],
  hitl_resolved: ['requestId', 'kind', 'outcome'],
  transcript_compacted: ['mode', 'estimatedTokensAfter'],
  transcript_projected: ['reason'],
  skill_activated: ['reason'],
  tool_search_query: ['name', 'mode'],
  tool_search_result: ['mode'],
  handoff: ['artifactId'],
};

/** One of Harn's own updates without what one can do without, and with other types where no page shows one. */
function lean(update: JsonObject): JsonObject {
  const { _meta, sessionUpdate } = update;
  if (!isObject(_meta) || !isObject(_meta.harn)) return update;
  const { metadata, phase } = _meta.harn;
  // What an agent reports in words alone has nothing but its message.
  const isBare = sessionUpdate === 'progress' && phase !== 'narration';
  const spare = isBare ? ['message'] : SPARE[String(sessionUpdate)];
  if (spare === undefined) return update;
  // The times and paths of a worker stay.
  const times = sessionUpdate === 'worker_update' && isObject(metadata) ? metadata : {};
  if (isBare) return { ...update, _meta: { ..._meta, harn: without(_meta.harn, spare) } };
  const harn = Object.entries({ ...without(_meta.harn, spare), ...times }).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return { ...update, _meta: { ..._meta, harn: Object.fromEntries(harn) } };
}

/** An update with a plan of Harn below `_meta.harn`; as it is without one. */
function placed(update: JsonObject, harnPlan: Json | undefined): JsonObject {
  if (harnPlan === undefined) return update;
  const meta = isObject(update._meta) ? update._meta : {};
  const harn = isObject(meta.harn) ? meta.harn : {};
  return { ...update, _meta: { ...meta, harn: { ...harn, harnPlan } } };
}

/** The result of initialize without the words about the methods of its contract. */
function undescribed(result: JsonObject): JsonObject {
  const { agentCapabilities } = result;
  if (!isObject(agentCapabilities) || !isObject(agentCapabilities._meta)) return result;
  const { harn } = agentCapabilities._meta;
  if (!isObject(harn) || !isObject(harn.extensionMethods)) return result;
  const methods = Object.entries(harn.extensionMethods).map(([name, about]) => [
    name,
    isObject(about) ? without(about, ['description']) : about,
  ]);
  const contract = { ...harn, extensionMethods: Object.fromEntries(methods) };
  return {
    ...result,
    agentCapabilities: { ...agentCapabilities, _meta: { ...agentCapabilities._meta, harn: contract } },
  };
}

/** Puts another error in the place of each one that leaves. */
function changesErrors(change: (error: JsonObject) => JsonObject): MakeRewrite {
  return changes((message) => (isObject(message.error) ? { ...message, error: change(message.error) } : message));
}

/** The code by which another agent would say the same; undefined where there is one code for it. */
function ownCode({ data, code }: JsonObject): number | undefined {
  if (code === -32004) return OWN_CODES.queue;
  if (!isObject(data)) return undefined;
  const { reason, status } = data;
  if (reason === 'unknown_session') return OWN_CODES.session;
  if (status !== undefined) return OWN_CODES.state;
  return /^(already|unknown)_/.test(String(reason)) ? OWN_CODES.queue : undefined;
}

function withUpdate(message: JsonObject, change: (update: JsonObject) => JsonObject): JsonObject {
  const { method, params } = message;
  if (method !== 'session/update' || !isObject(params) || !isObject(params.update)) return message;
  return { ...message, params: { ...params, update: change(params.update) } };
}

/** The same body with one more level, where it has settings. */
function withLevel(body: JsonObject): JsonObject {
  if (!Array.isArray(body.configOptions)) return body;
  const configOptions = body.configOptions.filter(isObject).map((setting) => {
    if (setting.id !== 'thought_level' || !Array.isArray(setting.options)) return setting;
    return { ...setting, options: [...setting.options, { value: 'max', name: 'Max', description: 'All of it.' }] };
  });
  return { ...body, configOptions };
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
