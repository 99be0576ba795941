import { type Change, changed } from '../../../../conversation/parts.js';
import { isObject, type JsonObject } from '../../../../json/json.js';
import { RpcError } from '../../../../jsonrpc/rpc-error.js';
import type { Border } from '../../../../wire/carried.js';
import type { Conversation } from '../connection.js';
import { follow } from '../follow.js';
import type { ClientParts } from '../parts.js';
import type { PermissiveOption, PermissiveOptions } from './variants.js';

/** Takes a stream that was cut off for one that has ended, and asks no more. */
export const takesCutForEnd: Change<ClientParts> = (parts) => ({
  ...parts,
  ends: { ...parts.ends, isWhole: () => true },
  follow: async (task) => (task.streams ? undefined : parts.follow(task)),
});

/** Reads streams that go on after their last event. */
export const readsToTheEnd: Change<ClientParts> = (parts) => ({ ...parts, ends: { ...parts.ends, atLast: false } });

/** Ends without a word about a card that it can not use. */
export const silentAboutCards: Change<ClientParts> = (parts) => ({ ...parts, unusable: () => undefined });

/** Changes the params of messages. */
const params =
  (change: (params: JsonObject) => JsonObject): Change<ClientParts> =>
  (parts) => ({ ...parts, border: sendingOtherwise(parts.border, change) });

const UNDERSTOOD = 'https://proctor.example/extensions/required';

/** What each option changes. */
const CHANGES: Readonly<Record<PermissiveOption, Change<ClientParts>>> = {
  'text-ids': (parts) => ({ ...parts, idOf: (count) => `größe-${count}` }),
  'more-members': params((sent) => ({ ...sent, 'x-proctor': { more: [1, null] } })),
  metadata: params(({ message, ...sent }) => ({
    ...sent,
    message: { ...(message as JsonObject), metadata: { 'vendor.example/größe': [1, null] }, extensions: [] },
    metadata: { 'vendor.example/more': {} },
  })),
  configured: (parts) => {
    const waits: JsonObject = parts.version.agentsWait ? { returnImmediately: false } : { blocking: true };
    const configuration = { acceptedOutputModes: ['text/plain'], historyLength: 3, ...waits };
    return params((sent) => ({ ...sent, configuration }))(parts);
  },
  protojson: (parts) => ({
    ...parts,
    interfaces: (card) => parts.version.interfacesOf(card, { dialect: 'protojson' }),
  }),
  extensions: (parts) => ({
    ...parts,
    headersTo: (address) => ({
      [parts.version.extensions]: 'https://example.com/extension',
      ...parts.headersTo(address),
    }),
  }),
  'falls-back': (parts) => ({
    ...parts,
    converse: (interfaces, at) => {
      const [named, ...others] = interfaces;
      const next = others.find(({ codec }) => codec !== named.codec);
      const first = parts.converse(interfaces, at);
      return next ? fallingBack(first, at(next)) : first;
    },
  }),
  'reads-again': (parts) => ({
    ...parts,
    follow: async (task) => {
      await parts.follow(task);
      if (task.view.ended) await task.connection.request('tasks/get', { id: task.id }).catch(() => undefined);
    },
  }),
  lenient: (parts) => takesCutForEnd(readsToTheEnd(silentAboutCards(parts))),
  understands: (parts) => ({
    ...parts,
    understands: [UNDERSTOOD],
    headersTo: (address) => ({ [parts.version.extensions]: UNDERSTOOD, ...parts.headersTo(address) }),
  }),
  'version-in-query': (parts) => ({ ...parts, border: namingVersionInQuery(parts.border) }),
  hurried: (parts) => ({ ...parts, follow: (task) => follow(task, 0) }),
};

/** Whether an option says how the card of an agent is read, which is so from the beginning. */
export const isFixed = (name: PermissiveOption): boolean => ['protojson', 'falls-back', 'lenient'].includes(name);

/** The parts of a client that takes these options. */
export const permitting = (parts: ClientParts, options: PermissiveOptions): ClientParts =>
  changed(parts, CHANGES, options);

/** The methods of messages, in 0.3.0 and in 1.0. */
const SENDING = /^(message[/]|Send)/;

/** A border at which the params of messages become others. */
const sendingOtherwise = (border: Border, change: (params: JsonObject) => JsonObject): Border => ({
  sends: (carried, emit) => {
    const { message } = carried;
    const isSent = isObject(message) && SENDING.test(String(message.method)) && isObject(message.params);
    border.sends(
      isSent ? { ...carried, message: { ...message, params: change(message.params as JsonObject) } } : carried,
      emit,
    );
  },
  hears: (carried, deliver) => border.hears(carried, deliver),
});

const VERSION_HEADER = 'a2a-version';

/** A border at which requests name their version in the query of their address, if they name one. */
const namingVersionInQuery = (border: Border): Border => ({
  sends: (carried, emit) => {
    const { [VERSION_HEADER]: version, ...headers } = carried.http?.headers ?? {};
    const { path = '' } = carried.http ?? {};
    const query = `${path.includes('?') ? '&' : '?'}A2A-Version=${version}`;
    border.sends(
      version === undefined ? carried : { ...carried, http: { ...carried.http, path: path + query, headers } },
      emit,
    );
  },
  hears: (carried, deliver) => border.hears(carried, deliver),
});

/** A conversation that goes on elsewhere if its first message is not answered as it should be. */
function fallingBack(first: Conversation, next: Conversation): Conversation {
  let at = first;
  let sent = false;
  const trying = async <T>(method: string, act: (conversation: Conversation) => Promise<T>): Promise<T> => {
    if (sent || !method.startsWith('message/')) return act(at);
    sent = true;
    return act(first).catch((error) => {
      if (error instanceof RpcError) throw error;
      at = next;
      return act(next);
    });
  };
  return {
    request: (method, asked) => trying(method, (conversation) => conversation.request(method, asked)),
    stream: (method, asked, listener) => trying(method, (conversation) => conversation.stream(method, asked, listener)),
  };
}
