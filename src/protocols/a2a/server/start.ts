import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import type { Task } from '../../../generated/types/a2a-0.3.0.js';
import type { A2AServerScriptFile } from '../../../generated/types/a2a-server-script-v1.js';
import { asObject, type JsonObject } from '../../../json/json.js';
import { loadValidators } from '../../../schemas/index.js';
import { openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { stderr } from '../../../wire/output.js';
import { resultToProto } from '../bindings/to-proto-json.js';
import { HARN } from '../version.js';
import { AGENT } from './agent/skills.js';
import { cardOf, type Offer } from './card.js';
import { Endpoint } from './endpoint.js';
import { listening } from './listening.js';
import {
  BARE_404,
  GOOGLE_ERRORS,
  MESSAGES_ALONE,
  MINIMAL_POSTS,
  ONE_CONTEXT,
  offerOf,
  PROTO_POSTS,
  readPermissive,
  SLOW_CANCEL,
  WAITS,
  WANTS_ID,
} from './permissive.js';
import { Delivery } from './push/delivery.js';
import { guardOf } from './push/guard.js';
import { Hooks } from './push/hooks.js';
import { permissiveBorder } from './rewrites.js';
import { Server } from './server.js';
import type { StartServerOptions } from './start-options.js';
import { durableStore } from './tasks/durable.js';
import { memoryStore } from './tasks/store.js';

/**
 * Starts the reference agent on loopback. Rejects with ScriptError for another transport than HTTP and for a permissive wording that
 * is unknown, with PortError where the port can't be had.
 */
export async function startServer(options: StartServerOptions = {}): Promise<RunningMock> {
  checkTransport(options.transport);
  if (options.version === HARN) return (await import('../harn/start.js')).startHarnServer(options);
  const { clock = realClock, port = 0, failed, cwd = process.cwd() } = options;
  const { warn = (text: string) => stderr.write(text) } = options;
  const { state, sync = false, webhooks = [], origins = [], hosts = [] } = await readScript(options.script);
  const durable = { sync, now: clock.date(), warn };
  const permissive = readPermissive(options.permissive);
  const border = permissiveBorder(options.border ?? openBorder, permissive);
  const offer: Offer = offerOf(permissive);
  const newId = () => randomUUID();
  const guard = guardOf(webhooks, warn);
  const hooks = new Hooks(newId, guard);
  const forgot = (id: string) => {
    hooks.forget(id);
    server.forget(id);
  };
  const store = state === undefined ? memoryStore(forgot) : await durableStore(resolve(cwd, state), durable);
  const delivery = new Delivery(clock, border, guard);
  let url = '';
  const card = () => cardOf(url, offer);
  const posted = (task: Task) =>
    permissive.has(PROTO_POSTS)
      ? (resultToProto({ task: asObject(task) }) as JsonObject)
      : permissive.has(MINIMAL_POSTS)
        ? { taskId: task.id, state: task.status.state }
        : asObject(task);
  const server: Server = new Server({
    clock,
    offer,
    store,
    hooks,
    card,
    newId,
    waits: !permissive.has(WAITS),
    ...(permissive.has(SLOW_CANCEL) ? { cancelsAfter: 300 } : {}),
    ...(permissive.has(ONE_CONTEXT) ? { newContext: () => 'context-of-everybody' } : {}),
    ...(permissive.has(MESSAGES_ALONE)
      ? { agent: { ...AGENT, choose: () => ({ name: 'quick', text: 'hello' }) } }
      : {}),
    changed: (task) => {
      for (const hook of hooks.of(task.id)) delivery.post(task.id, posted(task), hook);
    },
    failed,
  });
  const wantsId = permissive.has(WANTS_ID);
  const googleErrors = permissive.has(GOOGLE_ERRORS);
  const bareNowhere = permissive.has(BARE_404);
  const endpoint = new Endpoint({ server, offer, border, card, wantsId, googleErrors, bareNowhere, failed });
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
  return running;
}

/** Reads a script. Rejects with a ScriptError for one that does not fit its schema. */
async function readScript(written: JsonObject = {}): Promise<A2AServerScriptFile> {
  if (Object.keys(written).length === 0) return {};
  const wrong = (await loadValidators('a2a-server-script', 'v1')).validate('a2a-server-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  return written as A2AServerScriptFile;
}

/** Throws a ScriptError for a transport that A2A does not have. */
function checkTransport(transport = 'http'): void {
  if (transport !== 'http' && transport !== 'rest')
    throw new ScriptError(`a2a/server is not spoken over ${transport}; say --transport http or --transport rest`);
}
