import { chosenWordings, type PermissiveWording, wording } from '../../../conversation/permissive.js';
import type { PermissiveVariant } from '../../../conversation/role-entry.js';
import { isObject, type JsonObject } from '../../../json/json.js';
import { changes, type MakeRewrite } from '../../../jsonrpc/rewriting.js';
import { PERMISSIVE as OF_ACP } from '../../acp/client/permissive/options.js';

/** Every option that a client of Harn has beside those of ACP, by name. */
export const PERMISSIVE_OPTIONS = {
  'other-names': wording(
    true,
    'Schemas: session/rollback and session/redo',
    'Turns back by harn.session_rollback and harn.session_redo.',
  ),
  'snake-names': wording(
    true,
    'Harn guide, Session timeline extension: sessionId/session_id',
    'Names the session of a timeline and of a reminder that is taken back by session_id.',
  ),
  'plain-content': wording(true, 'Schemas: injected content', 'What is put into a turn is a text, not blocks.'),
  'nameless-reminders': wording(true, 'Harn guide, Reminder payload shape', 'A reminder does not name its session.'),
  'bare-catalog': wording(true, 'JSON-RPC 2.0, Parameter structures', 'The catalog is asked for without params.'),
  'granted-form': wording(
    true,
    'Harn bridge, session/request_permission: Response payload',
    'Answers permission requests with granted.',
  ),
  'own-subscription': wording(
    true,
    'Harn guide, Session timeline extension: an optional subscriptionId',
    'Names its subscriptions itself.',
  ),
} as const satisfies Record<string, PermissiveWording>;

type PermissiveOption = keyof typeof PERMISSIVE_OPTIONS;

/** The permissive clients that every case must pass on: together they take every option. */
export const PERMISSIVE: readonly PermissiveVariant[] = OF_ACP;

/** The options that `permissive` chooses: those of Harn, and what is left for the client of ACP, which refuses unknown ones. */
export function sorted<Chosen extends boolean | readonly string[]>(
  permissive: Chosen,
): { own: ReadonlySet<PermissiveOption>; rest: Chosen } {
  if (typeof permissive === 'boolean') return { own: chosenWordings(PERMISSIVE_OPTIONS, permissive), rest: permissive };
  const isOwn = (name: string) => Object.hasOwn(PERMISSIVE_OPTIONS, name);
  const rest: readonly string[] = permissive.filter((name) => !isOwn(name));
  return { own: chosenWordings(PERMISSIVE_OPTIONS, permissive.filter(isOwn)), rest: rest as Chosen };
}

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
