import { resolve } from 'node:path';
import type { RunningMock } from '../../../conversation/role-entry.js';
import { asScriptError, ScriptError } from '../../../conversation/script-error.js';
import type { HubScriptFile } from '../../../generated/types/hub-script-v1.js';
import type { JsonObject } from '../../../json/json.js';
import { PING_EVERY, serveWebSocket } from '../../../jsonrpc/serve-ws.js';
import { loadValidators } from '../../../schemas/index.js';
import { type Border, type HttpHead, openBorder } from '../../../wire/carried.js';
import { type Clock, realClock } from '../../../wire/clock/clock.js';
import type { Refusal } from '../../../wire/http/admission.js';
import { bearerKey, isKey } from '../../../wire/http/keys.js';
import { mockLimits } from '../../../wire/limits.js';
import { stderr } from '../../../wire/output.js';
import { Confinement } from '../../../workspace/confinement.js';
import { VERSION } from '../version.js';
import { type EventLog, MemoryLog } from './event-log.js';
import { Hub } from './hub.js';
import { permissiveBorder, readPermissive } from './permissive.js';

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

/** Defects that no message shows. */
export const SWITCHES = [
  'anybody-answers',
  'answers-to-all',
  'asks-once',
  'controllers-do-anything',
  'controllers-refused',
  'controllers-unheard',
  'forgets-acks',
  'last-answer-wins',
  'needs-a-key',
  'no-patience',
  'observers-cancel',
  'observers-control',
  'observers-prompt',
  'outlives-expiry',
  'permissions-to-all',
  'reads-all',
  'replays-all',
  'replays-answered',
  'replays-answers',
  'requests-to-all',
  'retains-a-minute',
  'retains-for-ever',
  'same-of-anybody',
  'skips-slow',
  'stops-at-slow',
  'takes-any-answer',
  'two-owners',
  'works-again',
] as const;

/** Seconds that a worker waits for its host owner (ACP over WebSocket, Retained Orchestrator Sessions). */
const RETAIN_SECS = 300;
/** ms of a hub that forgets nobody: more than any case lasts. */
const FOR_EVER = 365 * 24 * 3_600_000;
/** Bytes that may wait to be read by a client. */
const SEND_BUFFER = 16 * 1024 * 1024;

/** Starts the reference hub. Rejects with ScriptError for a script that can't be used, with PortError where the port can't be had. */
export async function startHub(options: StartHubOptions): Promise<RunningMock> {
  const { clock = realClock, cwd = process.cwd(), switches = new Set<string>() } = options;
  const border = permissiveBorder(options.border ?? openBorder, readPermissive(options.permissive));
  const { warn = (text: string) => stderr.write(text) } = options;
  if ((options.transport ?? 'ws') !== 'ws') throw new ScriptError('hub/server speaks over WebSocket alone');
  const script = await readScript(options.script);
  const {
    keys = [],
    origins = [],
    hosts = [],
    files = [],
    state,
    sync,
    maxMessageBytes,
    sendBufferBytes = SEND_BUFFER,
  } = script;
  const unsaid = switches.has('retains-a-minute') ? 60 : RETAIN_SECS;
  const retain = 1000 * (script.retainSecs ?? Number(process.env.HARN_ACP_WS_RETAIN_SECS ?? unsaid));
  if (!(retain >= 0)) throw new ScriptError('HARN_ACP_WS_RETAIN_SECS must be a number of seconds');
  await loadValidators('hub', VERSION);
  const log = await openLog(state === undefined ? undefined : resolve(cwd, state), sync);
  const { failed } = options;
  const hub = new Hub({
    log,
    clock,
    retain: switches.has('retains-for-ever') ? FOR_EVER : retain,
    cwd,
    confinement: new Confinement({ cwd, overStdio: false, files }),
    sendBuffer: sendBufferBytes,
    switches,
    warn,
    ...(failed && { failed }),
  });
  const judge = (head: HttpHead): Refusal | undefined => {
    if (!/^\/acp(?:\?|$)/.test(head.path ?? '')) return { status: 404 };
    const key = bearerKey(head);
    const isLetIn = keys.length > 0 ? isKey(key, keys) : key !== undefined || !switches.has('needs-a-key');
    return isLetIn ? undefined : { status: 401, headers: { 'www-authenticate': 'Bearer' } };
  };
  const serving = serveWebSocket({
    border,
    clock,
    // Harn's guard lets those in that are listed, and nobody else (ACP over WebSocket, Authentication).
    admission: { origins, hosts, listedOnly: true },
    token: options.token,
    judge,
    warn,
    ...(switches.has('no-patience') && { pongWithin: 20 * PING_EVERY }),
    limits:
      maxMessageBytes === undefined || switches.has('reads-all')
        ? mockLimits
        : { ...mockLimits, message: maxMessageBytes },
    ...(options.port === undefined ? {} : { port: options.port }),
    onLink: (link) => hub.accept(link),
  });
  const listener = await serving.catch(async (error) => {
    await log.close();
    throw error;
  });
  let finish: () => void = () => undefined;
  const done = new Promise<void>((settle) => {
    finish = settle;
  });
  return {
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

async function readScript(written: JsonObject = {}): Promise<HubScriptFile> {
  const wrong = (await loadValidators('hub-script', 'v1')).validate('hub-script', written);
  if (wrong.length > 0) throw ScriptError.of(wrong);
  return written as HubScriptFile;
}

/** A log in this folder, or in memory without one: a hub that needs no folder does not pay for loading what keeps it. */
async function openLog(folder: string | undefined, sync = false): Promise<EventLog> {
  if (folder === undefined) return new MemoryLog();
  const { openLmdbLog } = await import('./lmdb-log.js');
  return asScriptError(openLmdbLog(folder, { sync }));
}
