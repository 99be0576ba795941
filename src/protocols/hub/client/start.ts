import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { Permissive } from '../../../conversation/permissive.js';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import { connectLink, type ServerLink } from '../../../jsonrpc/connect-ws.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { realClock, sleep } from '../../../wire/clock/clock.js';
import { stdout } from '../../../wire/output.js';
import { HubClientSession } from './client-session.js';
import { withDefects } from './defects/defects.js';
import { fileJournal, noJournal } from './journal.js';
import type { ClientParts } from './parts.js';
import { permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { Progress } from './progress.js';
import { type Report, RULES } from './rules.js';
import { loadScript } from './script.js';

/** What a client may be told: all but where it is reached. */
export type HubClientOptions = Partial<
  Pick<MockOptions, 'url' | 'border' | 'script' | 'permissive' | 'switches' | 'cwd' | 'clock' | 'print'>
>;

/** What its hub knows of it by now. */
const FIXED = ['key', 'clientId', 'sessionId', 'role', 'journal'];
const isFixed = (name: string) => name === 'lists-first';

const variantsOf = (script: JsonObject = {}, permissive: Permissive) =>
  PERMISSIVE_OPTIONS.read(script.permissive as Permissive, permissive);

/**
 * Starts the reference client of a hub: it connects, makes or loads a session, does what its script says there, comes back where the
 * connection is lost, and prints what came of it. Rejects with ScriptError for a script that can't be used and where it is not told
 * where its hub is.
 */
export async function startClient(options: HubClientOptions): Promise<RunningMock> {
  const { url, cwd = process.cwd(), clock = realClock, border, switches = [] } = options;
  const { print = (line) => stdout.write(`${line}\n`, 'json') } = options;
  const script = await loadScript(options.script);
  const permissive = new LiveNames(variantsOf(options.script, options.permissive));
  if (url === undefined || !URL.canParse(url)) throw new ScriptError('no hub: say where it is with --url URL');
  const honest: ClientParts = {
    rules: RULES,
    journal: script.journal === undefined ? noJournal : fileJournal(script.journal, cwd),
    progress: (journal) => new Progress(journal),
    nextId: textIds(),
    server: {
      url,
      clock,
      headers: script.key === undefined ? {} : { authorization: `Bearer ${script.key}` },
      ...(border && { border }),
    },
    link: (link) => link,
  };
  const made = () => withDefects(permitting(honest, permissive), switches);
  const parts = made();
  const { rules } = parts;
  const live = scripted({
    first: options,
    fixed: FIXED,
    permissive,
    isFixed,
    read: loadScript,
    wanted: (now) => variantsOf(now.script, now.permissive),
    apply: (next) => {
      parts.nextId = made().nextId;
      become(script, next);
    },
  });
  const nextId = () => parts.nextId();
  const progress = parts.progress(parts.journal);
  const report: Report = { errors: [], decisions: [], expired: false };
  const links: ServerLink[] = [];
  const stop = new AbortController();

  const session = async () => {
    const link = await connectLink(parts.server);
    links.push(link);
    try {
      if (stop.signal.aborted) throw new Error('it was ended');
      await new HubClientSession(parts.link(link), { script, progress, report, cwd, nextId, rules }).play();
    } finally {
      link.close();
      await link.closed;
    }
  };
  const work = async () => {
    for (let lost = 0; ; lost++) {
      try {
        return await session();
      } catch (error) {
        const pause = stop.signal.aborted ? undefined : rules.pause(error, lost, script.reconnects);
        if (pause === undefined) throw error;
        if (pause > 0) await sleep(clock, pause, stop.signal);
      }
    }
  };
  let ok = false;
  const told = (error?: unknown) => {
    const { text, answer } = progress;
    const value = { text, answer: answer ?? null, ...report };
    ok = error === undefined;
    const outcome: JsonObject = { ok, value };
    if (error !== undefined) outcome.error = error instanceof Error ? error.message : String(error);
    print(stringifyJson(outcome));
  };
  const done = work().then(
    () => told(),
    (error) => told(rules.failure(error)),
  );
  const sum = (which: 'sent' | 'received') => links.reduce((total, link) => total + link.traffic()[which], 0);
  return {
    ...live,
    done,
    traffic: { heard: () => sum('received'), said: () => sum('sent') },
    exitCode: () => (ok ? 0 : 1),
    close: async () => {
      stop.abort();
      for (const link of links) link.close();
      await done;
    },
  };
}

/** Ids that no other process of this client has used: what is replayed answers requests of earlier ones. */
function textIds(): () => Id {
  const begin = Math.floor(Math.random() * 2 ** 40);
  let count = 0;
  return () => {
    count += 1;
    return `${begin.toString(36)}-${count}`;
  };
}
