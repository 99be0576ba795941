import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { type JsonObject, stringifyJson } from '../../../json/json.js';
import { connectLink, type ServerLink } from '../../../jsonrpc/connect-ws.js';
import type { Id } from '../../../jsonrpc/messages.js';
import { realClock, sleep } from '../../../wire/clock/clock.js';
import { stdout } from '../../../wire/output.js';
import { HandshakeError } from '../../../wire/websocket/websocket.js';
import { fileJournal, type Journal, noJournal } from './journal.js';
import { Progress } from './progress.js';
import { loadScript } from './script.js';
import { Lost, type Report, Visit } from './visit.js';

/** What a client may be told: all but where it is reached. */
export type HubClientOptions = Partial<
  Pick<MockOptions, 'url' | 'border' | 'script' | 'permissive' | 'switches' | 'cwd' | 'clock' | 'print'>
>;

/** Defects that no message shows. */
export const SWITCHES = [
  'answers-all',
  'answers-history',
  'applies-twice',
  'gives-up-late',
  'hammers',
  'hides-refusal',
  'keeps-session',
  'leaves-refused',
  'no-pongs',
] as const;

/** ms until a client connects again that has lost its connection: doubled each time. */
const PAUSE = 100;
/** How often it tries at once that takes no pause. */
const HAMMERING = 20;

/**
 * Starts the reference client of a hub: it connects, makes or loads a session, does what its script says there, comes back where the
 * connection is lost, and prints what came of it. Rejects with ScriptError for a script that can't be used and where it is not told
 * where its hub is.
 */
export async function startClient(options: HubClientOptions): Promise<RunningMock> {
  const { url, cwd = process.cwd(), clock = realClock, border, switches = new Set<string>() } = options;
  const { print = (line) => stdout.write(`${line}\n`, 'json') } = options;
  const script = await loadScript(options.script, options.permissive);
  if (url === undefined || !URL.canParse(url))
    throw new ScriptError('a client is told where its hub is: say --url URL');
  const kept = script.journal === undefined ? noJournal : fileJournal(script.journal, cwd);
  const journal = switches.has('keeps-session') ? sessionAlone(kept) : kept;
  const progress = new Progress(journal);
  const report: Report = { errors: [], decisions: [], expired: false };
  const nextId = idsOf(script.permissive.has('number-ids'));
  const links: ServerLink[] = [];
  const stop = new AbortController();

  const visit = async () => {
    const link = await connectLink({
      url,
      clock,
      pongs: !switches.has('no-pongs'),
      headers: script.key === undefined ? {} : { authorization: `Bearer ${script.key}` },
      ...(border && { border }),
    });
    links.push(link);
    try {
      if (stop.signal.aborted) throw new Error('it was ended');
      await new Visit(link, { script, progress, report, cwd, nextId, switches }).play();
    } finally {
      link.close();
      await link.closed;
    }
  };
  const work = async () => {
    for (let lost = 0; ; lost++) {
      try {
        return await visit();
      } catch (error) {
        const isRefused = error instanceof HandshakeError && error.http !== undefined;
        if (isRefused && switches.has('hides-refusal')) return undefined;
        if (isRefused && switches.has('hammers') && lost < HAMMERING) continue;
        const comesBack =
          (error instanceof Lost || (error instanceof HandshakeError && !isRefused)) && !stop.signal.aborted;
        if (!comesBack || lost >= script.reconnects) throw error;
        await sleep(clock, PAUSE * 2 ** lost, stop.signal);
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
  const done = work().then(() => told(), told);
  const sum = (which: 'sent' | 'received') => links.reduce((total, link) => total + link.traffic()[which], 0);
  return {
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

/** The defect of a client that keeps its session and not what it has processed. */
const sessionAlone = (journal: Journal): Journal => ({
  entries: () => journal.entries(),
  append: ({ sessionId }) => sessionId === undefined || journal.append({ sessionId }),
});

/** Ids that no other process of this client has used: what is replayed answers requests of earlier ones. */
function idsOf(asNumbers: boolean): () => Id {
  const begin = Math.floor(Math.random() * 2 ** 40);
  let count = 0;
  return () => {
    count += 1;
    return asNumbers ? begin + count : `${begin.toString(36)}-${count}`;
  };
}
