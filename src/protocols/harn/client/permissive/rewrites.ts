import { isObject, type JsonObject } from '../../../../json/json.js';
import { changes, type MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import type { PermissiveOption } from './variants.js';

/** What the options do with messages at the border. */
export function rewritesOf(options: ReadonlySet<PermissiveOption>): MakeRewrite[] {
  return (Object.keys(REWRITES) as PermissiveOption[]).flatMap((name) => (options.has(name) ? REWRITES[name] : []));
}

/** Puts other params in the place of those that leave with one of these methods; undefined leaves them out. */
const withParams = (methods: readonly string[], change: (params: JsonObject) => JsonObject | undefined): MakeRewrite =>
  changes((message) => {
    if (!methods.includes(String(message.method))) return message;
    const { params, ...rest } = message;
    const changed = change(params as JsonObject);
    return changed === undefined ? rest : { ...rest, params: changed };
  });

const OTHER_NAMES: { [method: string]: string } = {
  'session/rollback': 'harn.session_rollback',
  'session/redo': 'harn.session_redo',
};

const REWRITES: { [name in PermissiveOption]: MakeRewrite } = {
  'other-names': changes((message) => {
    const other = OTHER_NAMES[String(message.method)];
    return other === undefined ? message : { ...message, method: other };
  }),
  'snake-names': withParams(
    ['harn.session_timeline.subscribe', 'harn.session_timeline.query', 'session/revoke_reminder'],
    ({ sessionId, ...params }) => ({ ...params, ...(sessionId === undefined ? {} : { session_id: sessionId }) }),
  ),
  'plain-content': withParams(['session/inject', 'session/replace_inject'], ({ content, ...params }) => {
    const [block] = content as JsonObject[];
    return { ...params, content: block!.text! };
  }),
  'nameless-reminders': withParams(['session/remind'], ({ sessionId: _, ...params }) => params),
  'bare-catalog': withParams(['_harn/providerCatalog'], () => undefined),
  'granted-form': changes((message, request) => {
    if (request?.method !== 'session/request_permission' || !isObject(message.result)) return message;
    const { options } = request.params as { options?: JsonObject[] };
    const { optionId } = message.result.outcome as JsonObject;
    const granted =
      options
        ?.find((option) => option.optionId === optionId)
        ?.kind?.toString()
        .startsWith('allow') ?? false;
    const shim: JsonObject = granted ? { granted } : { granted, reason: 'The user said no.' };
    return { ...message, result: shim };
  }),
  'own-subscription': withParams(['harn.session_timeline.subscribe'], (params) => ({
    ...params,
    subscriptionId: 'größe 1',
  })),
};
