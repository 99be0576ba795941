import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { repliesOf, ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { AgentCard, Task } from '../../../generated/types/a2a-0.3.0.js';
import { asObject } from '../../../json/json.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { stderr } from '../../../wire/output.js';
import { cardOfV1 } from '../v1/card.js';
import { V1_HOOKS, v1Parts } from '../v1/parts.js';
import { MEDIA_TYPE } from '../v1/rest.js';
import { HARN, V1 } from '../version.js';
import { readScript } from './agent/script.js';
import { scriptedAgent } from './agent/scripted.js';
import { AGENT } from './agent/skills.js';
import { cardOf, scriptedCard } from './card.js';
import { Endpoint } from './endpoint.js';
import { listening } from './listening.js';
import type { ServerParts } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { Delivery } from './push/delivery.js';
import { guardOf } from './push/guard.js';
import { Hooks } from './push/hooks.js';
import { Server } from './server.js';
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
  const isV1 = options.version === V1;
  const { clock = realClock, port = 0, failed, cwd = process.cwd() } = options;
  const { warn = (text: string) => stderr.write(text) } = options;
  const script = { ...(await readScript(options.script)) };
  const { state, sync = false, webhooks = [], origins = [], hosts = [] } = script;
  const durable = { sync, now: clock.date(), warn };
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(options.permissive));
  const made = () => {
    const honest: ServerParts = {
      border: options.border ?? openBorder,
      offer: { streaming: true, push: true, extendedCard: true, secured: false },
      server: { waits: true },
      endpoint: {},
      posted: asObject,
    };
    return permitting(isV1 ? v1Parts(honest, (caller) => server.list(caller)) : honest, permissive);
  };
  const parts = made();
  const { border, offer } = parts;
  const newId = () => randomUUID();
  const guard = guardOf(webhooks, warn);
  const hooks = new Hooks(newId, guard, isV1 ? V1_HOOKS : {});
  const forgot = (id: string) => {
    hooks.forget(id);
    server.forget(id);
  };
  const store = state === undefined ? memoryStore(forgot) : await durableStore(resolve(cwd, state), durable);
  const delivery = new Delivery(clock, border, guard, isV1 ? MEDIA_TYPE : undefined);
  let url = '';
  // What is done with a card is the same for both versions.
  const plainCard = () =>
    isV1 ? (cardOfV1(url, offer, transport) as object as AgentCard) : cardOf(url, offer, transport);
  const card = () => scriptedCard(plainCard(), script);
  let replies = new ScriptedReplies(script.replies);
  const serving = () => ({
    ...parts.server,
    agent: scriptedAgent(parts.server.agent ?? AGENT, script, replies),
    clock,
    offer,
    store,
    hooks,
    card,
    newId,
    changed: (task: Task) => {
      for (const hook of hooks.of(task.id)) delivery.post(task.id, parts.posted(task), hook);
    },
    failed,
  });
  const asServer = serving();
  const server: Server = new Server(asServer);
  const answering = () => ({ ...parts.endpoint, server, offer, border, card, failed });
  const asEndpoint = answering();
  const endpoint = new Endpoint(asEndpoint);
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
      become(parts, { ...made(), border, offer: become(offer, made().offer) });
      become(asServer, serving());
      become(asEndpoint, answering());
    },
  });
  const running = await listening({
    endpoint,
    port,
    admission: { origins, hosts },
    token: options.token,
    failed,
    ends: [() => server.close(), () => delivery.close(), () => store.close?.()],
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
