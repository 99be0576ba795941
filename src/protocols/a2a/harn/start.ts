import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { become, changeable } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { repliesOf, ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import type { Reply } from '../../../generated/types/a2a-harn-script-v1.js';
import { asObject } from '../../../json/json.js';
import { RpcError } from '../../../jsonrpc/rpc-error.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { during, realClock } from '../../../wire/clock/clock.js';
import { HttpClient } from '../../../wire/http/client.js';
import { encodeEvent } from '../../../wire/http/sse.js';
import { CODES } from '../errors.js';
import type { Offer } from '../server/card.js';
import { Endpoint } from '../server/endpoint.js';
import { listening } from '../server/listening.js';
import { Delivery } from '../server/push/delivery.js';
import { guardOf } from '../server/push/guard.js';
import { Hooks } from '../server/push/hooks.js';
import type { Frame } from '../server/reply.js';
import { Server } from '../server/server.js';
import type { StartServerOptions } from '../server/start-options.js';
import { memoryStore } from '../server/tasks/store.js';
import { agentOf } from './agent.js';
import { extendedHarnCard, harnCard } from './card.js';
import { withDefects } from './defects/defects.js';
import { asksInMetadata, functionsOf } from './functions.js';
import type { HarnParts } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { harnProfile } from './profile.js';
import { readHarnScript } from './script.js';
import { Workflows } from './workflows.js';
import { written } from './writing.js';

/**
 * Starts the reference agent on loopback as Harn serves a program. Rejects with ScriptError for a script that does not fit and for an
 * unknown permissive option, with PortError where the port can't be had.
 *
 * @param transport the one that its card prefers
 */
export async function startHarnServer(
  options: StartServerOptions,
  transport: 'http' | 'rest' = 'http',
): Promise<RunningMock> {
  const { clock = realClock, port = 0, failed, cwd = process.cwd(), switches = [] } = options;
  const script = { ...(await readHarnScript(options.script)) };
  const { origins = [], hosts = [] } = script;
  const newId = () => randomUUID();
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(options.permissive, script.permissive));
  const made = () => {
    const honest: HarnParts = {
      border: options.border ?? openBorder,
      clock,
      newId,
      waits: true,
      asks: asksInMetadata,
      framing: () => namedEvents(newId),
      profile: (profile) => profile,
    };
    return withDefects(permitting(honest, permissive), switches);
  };
  const parts = made();
  const border: Border = {
    sends: (carried, emit) => parts.border.sends(carried, emit),
    hears: (carried, deliver) => parts.border.hears(carried, deliver),
  };
  const offer: Offer = { streaming: true, push: true, extendedCard: true, secured: script.secured ?? false };
  const guard = guardOf(script.webhooks ?? [], options.warn);
  const client = new HttpClient({ guard });
  const own = script.workspace === undefined ? mkdtempSync(join(tmpdir(), 'proctor-a2a-')) : undefined;
  const workflows = new Workflows(own ?? resolve(cwd, script.workspace!), clock);
  const get = (url: string) => during(clock, statusOf(client, url));
  const all = functionsOf({ workflows, newId, get, asks: (task, hitl) => parts.asks(task, hitl) });
  let replies = new ScriptedReplies<Reply>(script.replies);
  const agent = agentOf(all, script, replies);
  const hooks = new Hooks(newId, guard, { missing: (reason) => new RpcError(CODES.taskNotFound, reason) });
  const delivery = new Delivery(clock, border, guard);
  let url = '';
  const card = () => harnCard(url, { offer, transport, functions: agent.skills, script, secret: script.cardSecret });
  const forgot = (id: string) => {
    hooks.forget(id);
    server.forget(id);
  };
  const asServer = {
    clock,
    offer,
    store: memoryStore(forgot),
    hooks,
    card,
    newId,
    agent,
    extendedCard: extendedHarnCard,
    waits: parts.waits,
    changed: (task: Task) => {
      for (const hook of hooks.of(task.id)) delivery.post(task.id, asObject(written(asObject(task)) as object), hook);
    },
    failed,
  };
  const server: Server = new Server(asServer);
  const answering = () => ({
    ...{ server, offer, border, card, failed },
    profile: parts.profile(harnProfile({ server, workflows, newId }), server),
    ...(parts.framing && { framing: parts.framing }),
  });
  const asEndpoint = answering();
  const endpoint = new Endpoint(asEndpoint);
  const live = changeable({
    first: options,
    fixed: FIXED,
    lists: [repliesOf(script.replies)],
    prepare: async (now) => {
      const next = await readHarnScript(now.script);
      const coming = new ScriptedReplies<Reply>(next.replies, replies);
      const other = agentOf(all, next, coming);
      const names = PERMISSIVE_OPTIONS.read(now.permissive, next.permissive);
      const apply = () => {
        permissive.become(names);
        replies = coming;
        become(script, next);
        become(agent, other);
        become(parts, made());
        asServer.waits = parts.waits;
        become(asEndpoint, answering());
      };
      return { apply, lists: [repliesOf(next.replies)] };
    },
  });
  const ends = [
    () => server.close(),
    () => delivery.close(),
    () => client.close(),
    () => own && rmSync(own, { recursive: true }),
  ];
  const running = await listening({
    endpoint,
    port,
    admission: { origins, hosts },
    token: options.token,
    failed,
    ends,
  });
  url = running.url.replace(/\/$/, '');
  return { ...running, ...live };
}

/** Where it listens and works, who may come, and which webhooks it calls. */
const FIXED = ['workspace', 'webhooks', 'origins', 'hosts', 'secured'];

/** Events with an id and a name, as Harn writes them. */
const namedEvents = (newId: () => string): Frame => {
  return (fields, data) => [encodeEvent({ id: newId(), event: 'message', ...fields }, data)];
};

/** The status of what an address answers; 0 where nobody is there. */
async function statusOf(client: HttpClient, url: string): Promise<number> {
  if (!URL.canParse(url)) return 0;
  let status = 0;
  await client.exchange({ method: 'GET', url, headers: {}, stream: 'call' }, ({ kind, http }) => {
    if (kind === 'http') status = http?.status ?? 0;
  }).done;
  return status;
}
