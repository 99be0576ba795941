import type { HttpPart } from '../../../../conversation/codec/codec.js';
import type { Change } from '../../../../conversation/parts.js';
import { asObject, isObject, type JsonObject, stringifyJson } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import { CARD_KEYS, CardKeys } from '../../card/v1/signing.js';
import { CODES, invalidParams } from '../../errors.js';
import { AGENT } from '../../server/agent/skills.js';
import type { ServerParts } from '../../server/parts.js';
import type { Profile } from '../../server/profile.js';
import { isSettled } from '../../server/tasks/states.js';
import { resultFromCore } from '../from-core.js';
import { snapshotting } from './snapshots.js';
import type { V1Option } from './wordings.js';

/** A change of a server of 1.0; one of another version stays as it is. */
const ofV1 =
  (change: Change<ServerParts>): Change<ServerParts> =>
  (parts) =>
    parts.endpoint.profile ? change(parts) : parts;

const profile = (change: (profile: Profile) => Partial<Profile>): Change<ServerParts> =>
  ofV1((parts) => {
    const before = parts.endpoint.profile!;
    return { ...parts, endpoint: { ...parts.endpoint, profile: { ...before, ...change(before) } } };
  });

/** Subscriptions are read if they come by this verb. */
const subscribesBy = (verb: string) =>
  profile(({ codec }) => ({
    codec: {
      ...codec,
      read: (part, asked) => (asked || isAllowed(part, verb) ? codec.read(part, asked) : undefined),
    },
  }));

const isAllowed = ({ method, path = '' }: HttpPart, verb: string) => method === verb || !/:subscribe(\?|$)/.test(path);

/** How many tasks a page has at most. */
const SMALL = 2;

const TENANT = 'größe/1';

/** The interfaces of a card with these members. */
const interfacesOf = ({ supportedInterfaces: all }: JsonObject, more: JsonObject): JsonObject[] =>
  Array.isArray(all) ? all.map((one) => ({ ...asObject(one as object), ...more })) : [];

const withoutHistory = ({ history: _, ...task }: JsonObject): JsonObject => task;

/** The card is signed; its keys are made with the first card. */
function signing(parts: ServerParts): ServerParts {
  const keys = new CardKeys();
  let last = { text: '', card: {} as JsonObject };
  const published = (plain: JsonObject) => {
    // Members with their default values do not count.
    const card = { ...DEFAULTS, ...plain };
    const text = stringifyJson(card);
    if (text !== last.text)
      last = { text, card: keys.signed(card, ['foreign', 'good'], `${originOf(card)}${CARD_KEYS}`) };
    return last.card;
  };
  return profile(({ documents }) => ({
    published,
    documents: { ...documents, [CARD_KEYS]: () => keys.published() },
  }))(parts);
}

const DEFAULTS: JsonObject = { documentationUrl: '', securityRequirements: [] };

/** The address below which everything is, by the interface of HTTP+JSON. */
function originOf({ supportedInterfaces: all }: JsonObject): string {
  const rest = Array.isArray(all) ? all.find((one) => isObject(one) && one.protocolBinding === 'HTTP+JSON') : undefined;
  return isObject(rest) ? String(rest.url) : '';
}

/** What each option of 1.0.1 changes. */
export const V1_CHANGES: Readonly<Record<V1Option, Change<ServerParts>>> = {
  'subscribes-by-get': subscribesBy('GET'),
  'subscribes-by-post': subscribesBy('POST'),
  'more-details': profile(({ refused }) => ({
    refused: (error) => {
      const { code, message, data } = refused(error);
      const own = { '@type': 'type.googleapis.com/proctor.Remark', text: 'größer 😀' };
      return new RpcError(code, message, [own, ...(Array.isArray(data) ? data : [])]);
    },
  })),
  'small-pages': profile(({ handlers }) => ({
    handlers: {
      ...handlers,
      'tasks/list': ({ pageSize = SMALL, ...params }, caller) =>
        handlers['tasks/list']!({ ...params, pageSize: Math.min(Number(pageSize), SMALL) }, caller),
    },
  })),
  'posts-updates': ofV1((parts) => ({
    ...parts,
    posted: ({ id: taskId, contextId, status }) => {
      const update = { kind: 'status-update', taskId, contextId, status: asObject(status), final: false };
      return asObject(resultFromCore('message/stream', update) as object);
    },
  })),
  'silent-deletes': profile(({ codec }) => ({
    codec: {
      ...codec,
      write: (message, asked) =>
        asked?.method === 'DeleteTaskPushNotificationConfig' && !isObject(message.error)
          ? { status: 204, headers: {} }
          : codec.write(message, asked),
    },
  })),
  'closes-when-waiting': ofV1((parts) => ({
    ...parts,
    server: { ...parts.server, agent: { ...(parts.server.agent ?? AGENT), endsStream: isSettled } },
  })),
  'signed-card': (parts) => signing(parts),
  'forgets-canceled': profile(({ refused }) => ({
    refused: (error) =>
      refused(
        error.code === CODES.taskNotCancelable && error.message === 'The task is canceled'
          ? new RpcError(CODES.taskNotFound, 'The task is gone')
          : error,
      ),
  })),
  'no-history': profile(({ written }) => ({
    written: (result, method) =>
      written(isObject(result) && result.kind === 'task' ? withoutHistory(result) : result, method),
  })),
  'one-url': profile(({ published = (card) => card }) => ({
    published: (card) => published({ ...card, supportedInterfaces: interfacesOf(card, { url: originOf(card) }) }),
  })),
  'snapshot-at-end': ofV1((parts) => ({ ...parts, border: snapshotting(parts.border) })),
  tenant: profile(({ read, published = (card) => card }) => ({
    published: (card) => published({ ...card, supportedInterfaces: interfacesOf(card, { tenant: TENANT }) }),
    read: async (method, params) => {
      const named = isObject(params) ? (params.tenant ?? '') : '';
      if (named !== '' && named !== TENANT) throw invalidParams('names a tenant that is not here');
      return read(method, params);
    },
  })),
  'dated-card': profile(({ cardHeaders }) => ({
    cardHeaders: (card) => {
      const { etag = '""', ...headers } = cardHeaders?.(card) ?? {};
      return { ...headers, etag: `W/${etag}`, 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' };
    },
  })),
};
