import { LiveNames, madeOf } from '../../../../conversation/live/names.js';
import { isObject, type Json, type JsonObject } from '../../../../json/json.js';
import { RequestLedger } from '../../../../jsonrpc/ledger.js';
import type { Border, Carried, Listener } from '../../../../wire/carried.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** Requests of a connection that are remembered. */
const REMEMBERED = 1_000;

/** What one connection was asked and sent so far. */
interface Exchange {
  request: JsonObject | undefined;
  lastEvent: number;
}

type Change = (message: JsonObject, exchange: Exchange) => JsonObject;

/** The same border, at which a hub says what it says as the options have it. */
export function permissiveBorder(border: Border, options: PermissiveOptions): Border {
  if (options.size === 0 && !(options instanceof LiveNames)) return border;
  const chosen = () =>
    Object.entries(CHANGES).flatMap(([name, change]) => (options.has(name as PermissiveOption) ? [change] : []));
  const made = madeOf(options, chosen);
  const changes = typeof made === 'function' ? made : () => made;
  const ofConnection = () => new PermissiveBorder(border.ofConnection?.() ?? border, changes, options);
  return Object.assign(ofConnection(), { ofConnection });
}

class PermissiveBorder implements Border {
  readonly #requests = new RequestLedger<'client' | 'hub', JsonObject>(REMEMBERED);
  #lastEvent = 0;

  constructor(
    private readonly border: Border,
    private readonly changes: () => readonly Change[],
    private readonly options: PermissiveOptions,
  ) {}

  sends(carried: Carried, emit: Listener): void {
    const { message } = carried;
    if (carried.kind !== 'message' || !isObject(message)) {
      this.border.sends(carried, emit);
      return;
    }
    const request = 'method' in message ? undefined : this.#requests.replied('hub', message.id).to?.about;
    const exchange = { request, lastEvent: this.#lastEvent };
    const changed = this.changes().reduce((one, change) => change(one, exchange), message);
    const { eventId } = isObject(changed._harn) ? changed._harn : {};
    if (typeof eventId === 'number') this.#lastEvent = Math.max(this.#lastEvent, eventId);
    const { text: _, ...rest } = carried;
    this.border.sends(changed === message ? carried : { ...rest, message: changed }, emit);
  }

  hears(carried: Carried, deliver: Listener): void {
    this.border.hears(carried, (heard) => deliver(this.#heard(heard)));
  }

  #heard(carried: Carried): Carried {
    const { message, text: _, ...rest } = carried;
    if (carried.kind !== 'message' || !isObject(message) || typeof message.method !== 'string') return carried;
    if (message.id !== undefined) this.#requests.asked('client', message.id, message.method, message);
    const { params } = message;
    const isBare = message.method === 'initialize' && isObject(params) && !('protocolVersion' in params);
    if (!isBare || !this.options.has('version-needed')) return carried;
    return { ...rest, message: { ...message, params: { ...params, protocolVersion: 'none' } } };
  }
}

/** Changes the result of one of these methods. */
const results =
  (methods: readonly string[], change: (result: JsonObject, request: JsonObject) => JsonObject): Change =>
  (message, { request }) =>
    request && methods.includes(String(request.method)) && isObject(message.result)
      ? { ...message, result: change(message.result, request) }
      : message;

/** Changes the params of one method. */
const params =
  (method: string, change: (params: JsonObject) => JsonObject): Change =>
  (message) =>
    message.method === method && isObject(message.params) ? { ...message, params: change(message.params) } : message;

/** By name, in the order in which they act. */
const CHANGES: { readonly [name in Exclude<PermissiveOption, 'version-needed'>]: Change } = {
  'other-members': results(['session/load'], (result) => {
    const { session, role, capabilities, ...rest } = result;
    return role === undefined ? result : { ...rest, info: session!, roleCapabilities: capabilities! };
  }),
  'state-at-root': results(['session/load'], ({ session, ...rest }) => {
    if (!isObject(session) || session.liveState !== 'expired_replay_only')
      return { ...rest, ...(session && { session }) };
    const { liveState, ...other } = session;
    return { ...rest, liveState, session: other };
  }),
  'other-outcomes': params('_harn/agentEvent', ({ status, method, actor, ...event }) =>
    event.kind === 'control_outcome'
      ? { ...event, outcome: status! }
      : { ...event, status: status!, method: method!, actor: actor! },
  ),
  'other-actors': (message) => {
    const { error } = message;
    if (!isObject(error) || error.code !== -32013 || !isObject(error.data)) return message;
    const { decidedBy, attemptedBy, ...data } = error.data;
    const name = (actor: Json | undefined) => (isObject(actor) ? actor.clientId! : null);
    return {
      ...message,
      error: { ...error, data: { ...data, decidedBy: name(decidedBy), attempted: name(attemptedBy) } },
    };
  },
  'bare-controls': results(
    ['session/cancel', 'session/revoke_inject', 'session/replace_inject', 'session/truncate', 'harn.session_reanchor'],
    () => ({}),
  ),
  'other-words': params('_harn/presence', (presence) =>
    presence.state === 'detached' ? { ...presence, state: 'left' } : presence,
  ),
  'numbers-all': (message, { lastEvent }) =>
    'method' in message || message._harn !== undefined || !('result' in message)
      ? message
      : { ...message, _harn: { eventId: lastEvent + 1, replayed: false } },
  busy: results(['session/list'], (result, { params: asked }) => {
    const { cwd, workspaceAnchor, liveState } = isObject(asked) ? asked : {};
    if (cwd !== undefined || workspaceAnchor !== undefined) return result;
    const states = ['live', 'detached_retained', 'expired_replay_only'];
    const sessions = states
      .filter((state) => !Array.isArray(liveState) || liveState.includes(state))
      .map((state) => ({ sessionId: `of-others-${state}`, cwd: '/of/others', liveState: state, attachableRoles: [] }));
    return { ...result, sessions, nextCursor: 'more' };
  }),
};
