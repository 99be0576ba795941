import { resolve } from 'node:path';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { asScriptError, ScriptError } from '../../../conversation/script-error.js';
import { repliesOf, ScriptedReplies } from '../../../conversation/scripted-replies.js';
import type { HubScriptFile } from '../../../generated/types/hub-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { serveWebSocket } from '../../../jsonrpc/serve-ws.js';
import { loadValidators } from '../../../schemas/index.js';
import { type Border, type HttpHead, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import type { Refusal } from '../../../wire/http/admission.js';
import { bearerKey, isKey } from '../../../wire/http/keys.js';
import { mockLimits } from '../../../wire/limits.js';
import { stderr } from '../../../wire/output.js';
import { Confinement } from '../../../workspace/confinement.js';
import { startAgent } from '../agent/agent.js';
import { mistakesIn } from '../agent/replies.js';
import { VERSION } from '../version.js';
import { type HubParts, withDefects } from './defects/defects.js';
import { type EventLog, MemoryLog } from './event-log.js';
import { Hub, RETAIN } from './hub.js';
import { permissiveBorder } from './permissive/border.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { RULES } from './rules.js';

export interface StartHubOptions {
  /** Default: ws, the only one that there is. */
  transport?: string;
  /** 0 lets the machine choose. */
  port?: number;
  /** The first segment of the path that every upgrade must have. Default: none. */
  token?: string | undefined;
  /** Default: real time. */
  clock?: Clock;
  /** Where faults act. Default: nothing does. */
  border?: Border;
  /** See `schemas/hub-script`. */
  script?: JsonObject;
  /** What it does as the page permits and others do not. */
  permissive?: boolean | readonly string[];
  /** The defects that it shall have. */
  switches?: ReadonlySet<string>;
  /** What a state folder is relative to, and where a session works that names no folder. Default: this process's own. */
  cwd?: string;
  /** Where words about what went wrong go. Default: this process's stderr. */
  warn?: (text: string) => void;
  /** Told of errors of the hub itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** Who may connect, and what the hub keeps. */
const FIXED = [
  ...['keys', 'origins', 'hosts', 'maxMessageBytes', 'sendBufferBytes'],
  ...['state', 'sync', 'retainSecs'],
];

/** Bytes that may wait to be read by a client. */
const SEND_BUFFER = 16 * 1024 * 1024;

/** Starts the reference hub. Rejects with ScriptError for a script that can't be used, with PortError where the port can't be had. */
export async function startHub(options: StartHubOptions): Promise<RunningMock> {
  const { clock = realClock, cwd = process.cwd(), switches = [] } = options;
  const permissive = new LiveNames(PERMISSIVE_OPTIONS.read(options.permissive));
  const border = permissiveBorder(options.border ?? openBorder, permissive);
  const { warn = (text: string) => stderr.write(text) } = options;
  if ((options.transport ?? 'ws') !== 'ws') throw new ScriptError('hub/server speaks over WebSocket alone');
  const script = await readScript(options.script);
  const {
    keys = keysOfEnvironment(),
    origins = [],
    hosts = [],
    files = [],
    state,
    sync,
    maxMessageBytes,
    sendBufferBytes = SEND_BUFFER,
  } = script;
  const retain = 1000 * (script.retainSecs ?? Number(process.env.HARN_ACP_WS_RETAIN_SECS ?? RETAIN / 1000));
  if (!(retain >= 0)) throw new ScriptError('HARN_ACP_WS_RETAIN_SECS must be a number of seconds');
  await loadValidators('hub', VERSION);
  const log = await openLog(state === undefined ? undefined : resolve(cwd, state), sync);
  const { failed } = options;
  const confinement = new Confinement({ cwd, overStdio: false, files });
  const replies = new ScriptedReplies(script.replies);
  const agents = { clock, cwd, confinement, replies, ids: hostIds(), ...(failed && { failed }) };
  const judge = (head: HttpHead): Refusal | undefined => {
    if (!/^\/acp(?:\?|$)/.test(head.path ?? '')) return { status: 404 };
    return keys.length === 0 || isKey(bearerKey(head), keys)
      ? undefined
      : { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  };
  const parts: HubParts = {
    hub: {
      log,
      clock,
      retain,
      cwd,
      sendBuffer: sendBufferBytes,
      rules: RULES,
      startAgent: () => startAgent(agents),
      warn,
    },
    serving: {
      border,
      clock,
      // Harn's guard lets those in that are listed, and nobody else (ACP over WebSocket, Authentication).
      admission: { origins, hosts, listedOnly: true },
      token: options.token,
      judge,
      warn,
      limits: maxMessageBytes === undefined ? mockLimits : { ...mockLimits, message: maxMessageBytes },
      ...(options.port === undefined ? {} : { port: options.port }),
      onLink: (link) => hub.accept(link),
    },
  };
  const made = withDefects(parts, switches);
  const hub = new Hub(made.hub);
  const listener = await serveWebSocket(made.serving).catch(async (error) => {
    await log.close();
    throw error;
  });
  const live = scripted({
    first: options,
    fixed: FIXED,
    permissive,
    lists: [repliesOf(script.replies)],
    read: readScript,
    wanted: (now) => PERMISSIVE_OPTIONS.read(now.permissive),
    listsOf: (next) => [repliesOf(next.replies)],
    apply: (next) => {
      agents.replies = new ScriptedReplies(next.replies, agents.replies);
      agents.confinement = new Confinement({ cwd, overStdio: false, files: next.files ?? [] });
    },
  });
  let finish: () => void = () => undefined;
  const done = new Promise<void>((settle) => {
    finish = settle;
  });
  return {
    ...live,
    url: `${listener.url}/acp`,
    traffic: listener.traffic,
    done,
    close: async () => {
      hub.close();
      await listener.close();
      await log.close();
      finish();
    },
  };
}

/** The ids of requests to hosts, over all agents. */
function hostIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `host-${count}`;
  };
}

/** The keys that Harn's hub takes from its environment (ACP over WebSocket, Authentication). */
function keysOfEnvironment(): string[] {
  const { HARN_ORCHESTRATOR_API_KEYS: written = '' } = process.env;
  return written
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');
}

async function readScript(written: JsonObject = {}): Promise<HubScriptFile> {
  const wrong = (await loadValidators('hub-script', 'v1')).validate('hub-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  const mistakes = await mistakesIn((written as HubScriptFile).replies);
  if (mistakes.length > 0) throw ScriptError.of(mistakes);
  return written as HubScriptFile;
}

/** A log in this folder, or in memory without one: a hub that needs no folder does not pay for loading what keeps it. */
async function openLog(folder: string | undefined, sync = false): Promise<EventLog> {
  if (folder === undefined) return new MemoryLog();
  const { openLmdbLog } = await import('./lmdb-log.js');
  return asScriptError(openLmdbLog(folder, { sync }));
}
