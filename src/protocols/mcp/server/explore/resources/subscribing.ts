import type { ExplorableTarget, Question, StepData } from '../../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { Offer } from '../offered.js';

/** How many resources are subscribed to. */
const SUBSCRIBED = 3;

/** Asks to be told of a resource, in a session. */
export const subscribe = (uri: string): Question => ({
  as: `subscribe ${uri}`,
  method: 'resources/subscribe',
  params: { $lit: { uri } },
});

/** Resources that a client can subscribe to: some, as a server may list thousands. */
export function subscribable({ advertised }: ExplorableTarget, { resources }: Offer): readonly string[] {
  const offered = isObject(advertised) ? advertised.resources : undefined;
  return isObject(offered) && offered.subscribe === true ? resources.slice(0, SUBSCRIBED) : [];
}

/** Without sessions: listens for all that the server says it tells of (MCP 2026-07-28, Subscriptions). */
export function listeningFor({ advertised }: ExplorableTarget, uris: readonly string[]): StepData[] {
  const has = (name: string) =>
    isObject(advertised) && isObject(advertised[name]) && advertised[name].listChanged === true;
  const notifications: JsonObject = {
    ...(has('tools') ? { toolsListChanged: true } : {}),
    ...(has('resources') ? { resourcesListChanged: true } : {}),
    ...(has('prompts') ? { promptsListChanged: true } : {}),
    ...(uris.length > 0 ? { resourceSubscriptions: [...uris] } : {}),
  };
  if (Object.keys(notifications).length === 0) return [];
  return [
    { send: { request: 'subscriptions/listen', as: 'listening', params: { $lit: { notifications } } } },
    { expect: { notify: 'notifications/subscriptions/acknowledged' }, on: 'listening' },
  ];
}
