import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import { type RunningMock, severalIn } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { repliesOf, ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { asObject } from '../../../json/json.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { stderr } from '../../../wire/output.js';
import { cardOfBoth } from '../card/both.js';
import { cardOfV1 } from '../v1/card.js';
import { V1_HOOKS, v1Parts } from '../v1/parts.js';
import { MEDIA_TYPE } from '../v1/rest.js';
import { HARN, V1, VERSION, versionOf } from '../version.js';
import { readScript } from './agent/script.js';
import { scriptedAgent } from './agent/scripted.js';
import { AGENT } from './agent/skills.js';
import { cardOf, scriptedCard } from './card.js';
import { Face, type FaceOfAgent, type FaceOfVersion } from './face.js';
import { listening } from './listening.js';
import type { ServerParts } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { guardOf } from './push/guard.js';
import type { StartServerOptions } from './start-options.js';
import { durableStore } from './tasks/durable.js';
import { memoryStore } from './tasks/store.js';

/**
 * Starts the reference agent on loopback. Rejects with ScriptError for another transport than HTTP and for an unknown permissive
 * option, with PortError where the port can't be had.
 */
export async function startServer(options: StartServerOptions = {}): Promise<RunningMock> {
  const transport = transportOf(options.transport);
  if (options.version === HARN) return (await import('../harn/start.js')).startHarnServer(options, transport);
  const spoken = severalIn(options.version) ?? [options.version ?? VERSION];
  const { clock = realClock, port = 0, failed, cwd = process.cwd() } = options;
  const { warn = (text: string) => stderr.write(text) } = options;
  const script = { ...(await readScript(options.script)) };
  const { state, sync = false, webhooks = [], origins = [], hosts = [] } = script;
  const durable = { sync, now: clock.date(), warn };
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(options.permissive));
  const honest = (): ServerParts => ({
    border: options.border ?? openBorder,
    offer: { streaming: true, push: true, extendedCard: true, secured: false },
    server: { waits: true },
    endpoint: {},
    posted: asObject,
  });
  const forgot = (id: string) => {
    for (const face of faces) face.forget(id);
  };
  const store = state === undefined ? memoryStore(forgot) : await durableStore(resolve(cwd, state), durable);
  let url = '';
  // What is done with a card is the same for all versions.
  const plainCard = () => {
    const { offer } = permitting(honest(), permissive);
    if (spoken.length > 1) return cardOfBoth(url, offer, transport);
    return spoken[0] === V1 ? (cardOfV1(url, offer, transport) as object as AgentCard) : cardOf(url, offer, transport);
  };
  let replies = new ScriptedReplies(script.replies);
  let count = 0;
  const agent: FaceOfAgent = {
    ...{ clock, store, failed },
    live: new Map(),
    guard: guardOf(webhooks, warn),
    newId: () => randomUUID(),
    card: () => scriptedCard(plainCard(), script),
    agent: (parts) => scriptedAgent(parts.server.agent ?? AGENT, script, replies),
    changed: (task) => {
      for (const face of faces) face.post(task);
    },
    count: () => ++count,
  };
  const older: FaceOfVersion = { made: () => permitting(honest(), permissive), hooks: {}, mediaType: undefined };
  const later: FaceOfVersion = {
    made: (tasksOf) => permitting(v1Parts(honest(), tasksOf), permissive),
    hooks: V1_HOOKS,
    mediaType: MEDIA_TYPE,
  };
  const faceOf = new Map(spoken.map((one) => [one, new Face(agent, one === V1 ? later : older)]));
  const faces = [...faceOf.values()];
  const [face] = faces;
  const live = scripted({
    first: options,
    fixed: FIXED,
    permissive,
    isFixed,
    lists: [repliesOf(script.replies)],
    read: readScript,
    wanted: (now) => PERMISSIVE_OPTIONS.read(now.permissive),
    listsOf: (next) => [repliesOf(next.replies)],
    apply: (next) => {
      replies = new ScriptedReplies(next.replies, replies);
      become(script, next);
      for (const one of faces) one.renew();
    },
  });
  const running = await listening({
    endpoint: {
      take: (exchange) => {
        const asked = faces.length > 1 ? faceOf.get(versionOf(exchange)) : undefined;
        (asked ?? face!).endpoint.take(exchange);
      },
    },
    port,
    admission: { origins, hosts },
    token: options.token,
    failed,
    ends: [...faces.map((one) => () => one.end()), ...faces.map((one) => () => one.close()), () => store.close?.()],
  }).catch(async (error) => {
    await store.close?.();
    throw error;
  });
  url = running.url.replace(/\/$/, '');
  return { ...running, ...live };
}

/** Where it listens and keeps its tasks, and which webhooks it calls. */
const FIXED = ['state', 'sync', 'webhooks', 'origins', 'hosts'];

/** Whether a variant decides who may come. */
const isFixed = (name: string) => name === 'secured';

/** Throws a ScriptError for a transport that A2A does not have. */
function transportOf(transport: string = 'http'): 'http' | 'rest' {
  if (transport === 'http' || transport === 'rest') return transport;
  throw new ScriptError(`a2a/server is not spoken over ${transport}; say --transport http or --transport rest`);
}
