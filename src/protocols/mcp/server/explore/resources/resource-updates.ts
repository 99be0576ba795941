import type { ExplorableTarget, Explored, StepData } from '../../../../../conversation/explorer.js';
import type { JsonObject } from '../../../../../json/json.js';
import { isObject } from '../../../../../json/json.js';
import type { Findings } from '../findings.js';
import type { Offer } from '../offered.js';
import { LISTEN, PEER, speechOf } from '../opening.js';
import { argumentsWithUri } from '../tools/arguments.js';
import { notesIn, type ToolCall } from '../tools/tools.js';
import { listeningFor, subscribable } from './subscribing.js';

/** How many calls are tried, each in a conversation of its own. */
const MOST = 6;
/** How long a subscriber waits to be told. */
const SOON = '1s';
const UPDATED = 'notifications/resources/updated';

/**
 * Tools that change the resource whose URI they are given, and those whose change is told on the stream of the session: called
 * twice, their subscriber is told twice. What may destroy is given nothing that is there.
 *
 * @param changing calls that may change something, of tools that may be called
 */
export async function recogniseUpdates(
  target: ExplorableTarget,
  changing: readonly ToolCall[],
  offer: Offer,
  findings: Findings,
): Promise<void> {
  const uris = subscribable(target, offer);
  for (const { uri, gives } of attempts(target, changing, uris).slice(0, MOST)) {
    if (findings.shows.has('resource-update')) return;
    const explored = await target.converse(twice(target, uris, uri, gives), PEER);
    if (explored.broken !== undefined) continue;
    findings.show('resource-update', { uri, ...gives });
    const other = uris.find((one) => one !== uri && isTaken(one, explored) && !wasTold(one, explored));
    if (other !== undefined) findings.show('other-resource', { uri: other });
  }
}

interface Attempt {
  uri: string;
  gives: JsonObject;
}

function attempts(target: ExplorableTarget, changing: readonly ToolCall[], uris: readonly string[]): Attempt[] {
  const given = changing
    .filter(({ tool: { destroys } }) => !destroys)
    .flatMap(({ tool: { name, inputSchema } }) =>
      uris.flatMap((uri) =>
        argumentsWithUri(inputSchema, uri).map((args): Attempt => ({ uri, gives: { name, arguments: args } })),
      ),
    );
  if (!hasStream(target)) return given;
  const plain = changing.flatMap(({ tool: { name }, arguments: args = {} }) =>
    uris.map((uri): Attempt => ({ uri, gives: { name, arguments: args } })),
  );
  return [...given, ...plain];
}

/** Whether what belongs to no request comes on a stream that the client opens. */
const hasStream = (target: ExplorableTarget) => target.transport === 'http' && speechOf(target).hasSessions;

/** Two calls, each of which the subscriber of the resource is told of. */
function twice(target: ExplorableTarget, uris: readonly string[], uri: string, gives: JsonObject): StepData[] {
  const { opening, fence, hasSessions } = speechOf(target);
  const subscriptions = uris.flatMap((one): StepData[] => [
    { send: { request: 'resources/subscribe', as: subscription(uris, one), params: { $lit: { uri: one } } } },
    { expect: { reply: subscription(uris, one) } },
  ]);
  const call = (as: string): StepData[] => [
    { send: { request: 'tools/call', as, params: { $lit: gives } } },
    { expect: { notify: UPDATED, where: { params: { uri: { $lit: uri } } } }, within: SOON },
    { expect: { reply: as, result: { isError: { $in: [false, { $absent: true }] } } } },
  ];
  return [
    ...opening,
    ...(hasStream(target) ? LISTEN : []),
    ...(hasSessions ? subscriptions : listeningFor(target, uris)),
    ...call('first'),
    ...call('second'),
    { send: { request: fence, as: 'after' } },
    { expect: { reply: 'after' } },
  ];
}

const subscription = (uris: readonly string[], uri: string) => `subscribe-${uris.indexOf(uri)}`;

/** Whether a subscription was taken; those of a stream are taken together. */
function isTaken(uri: string, { records }: Explored): boolean {
  const told = records.filter(({ from, kind }) => from === 'target' && kind === 'message');
  const asked = records.find(
    ({ from, message }) =>
      from === 'kit' && isObject(message) && isObject(message.params) && message.params.uri === uri,
  );
  const reply = asked && told.find(({ as }) => as === asked.as);
  return !asked || (isObject(reply?.message) && isObject(reply.message.result));
}

const wasTold = (uri: string, { records }: Explored) =>
  notesIn(
    records.filter(({ from }) => from === 'target'),
    UPDATED,
  ).some((params) => params.uri === uri);
