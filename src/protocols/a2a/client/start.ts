import { randomUUID } from 'node:crypto';
import { become } from '../../../conversation/live/change.js';
import { LiveNames } from '../../../conversation/live/names.js';
import { scripted } from '../../../conversation/live/scripted.js';
import type { Permissive } from '../../../conversation/permissive.js';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import { type Border, openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { HttpClient } from '../../../wire/http/client.js';
import { stderr, stdout } from '../../../wire/output.js';
import { v1Client } from '../v1/client.js';
import { V1 } from '../version.js';
import { cardUrl, transportOnCard } from './card.js';
import { usualClient } from './client-version.js';
import { Connection, readDocument, STREAM_ENDS } from './connection.js';
import { withDefects } from './defects/defects.js';
import { Exchanges } from './exchanges.js';
import { follow } from './follow.js';
import type { ClientParts } from './parts.js';
import { isFixed, permitting } from './permissive/changes.js';
import { PERMISSIVE_OPTIONS } from './permissive/variants.js';
import { type ClientOutcome, runScript } from './run.js';
import { type ClientScript, loadScript } from './script.js';
import { verifier } from './verify-card.js';

/** What a client may be told: all but where it is reached. */
export type ClientOptions = Partial<
  Pick<
    MockOptions,
    | 'url'
    | 'transport'
    | 'version'
    | 'next'
    | 'border'
    | 'script'
    | 'permissive'
    | 'switches'
    | 'silence'
    | 'clock'
    | 'print'
    | 'warn'
  >
>;

/**
 * Starts the reference client: it reads the card of its agent, does what its script says over the transport of the card, or over REST if
 * that is asked for and the card has it, and prints what came of it. Rejects with ScriptError for a script that can't be used and where it
 * is not told where its agent is.
 */
export async function startClient(options: ClientOptions): Promise<RunningMock> {
  const { url, border = openBorder, switches = [], clock = realClock, silence } = options;
  const { print = (line) => stdout.write(`${line}\n`, 'json') } = options;
  const script = await loadScript(options.script);
  const permissive = new LiveNames(variantsOf(options.script, options.permissive));
  if (url === undefined) throw new ScriptError('no agent: say where it is with --url URL');
  if (!URL.canParse(url)) throw new ScriptError(`--url wants an address, not ${JSON.stringify(url)}`);
  const version = options.version === V1 ? v1Client : usualClient;
  const honest: ClientParts = {
    script,
    version,
    clock,
    url,
    border,
    http: new HttpClient(),
    headersTo: credentialsFor(script, url, options.warn ?? warnOnStderr),
    idOf: (count) => count,
    ends: STREAM_ENDS,
    interfaces: (card) => version.interfacesOf(card, transportOnCard(options.transport)),
    converse: ([named], at) => at(named),
    unusable: (error) => {
      throw error;
    },
    follow: (task) => follow(task),
    verify: verifier(script, url),
    understands: [],
    withoutCard: (error) => {
      throw error;
    },
    cardAfter: (_, extended) => extended,
  };
  const made = () => withDefects(permitting(honest, permissive), switches);
  // Another object than the honest one, of which others are made.
  const parts = { ...made() };
  const { http: client, ends } = parts;
  const inForce: Border = {
    sends: (carried, emit) => parts.border.sends(carried, emit),
    hears: (carried, deliver) => parts.border.hears(carried, deliver),
  };
  const headersTo = (address: string) => parts.headersTo(address);
  const idOf = (count: number) => parts.idOf(count);
  const exchanges = new Exchanges({ client, border: inForce, clock, headersTo, silence });
  const live = scripted({
    first: options,
    fixed: FIXED,
    permissive,
    isFixed,
    read: loadScript,
    wanted: (now) => variantsOf(now.script, now.permissive),
    apply: (next) => {
      become(script, next);
      become(parts, made());
    },
  });
  const stop = new AbortController();
  const use = (card: AgentCard) => {
    const connection = parts.converse(parts.interfaces(card), (at) => new Connection({ at, exchanges, idOf, ends }));
    return { card, connection };
  };
  const documentAt = (address: string) => readDocument(exchanges, address);
  const read = async () => {
    const document = await documentAt(cardUrl(url));
    if (script.verify && version.signed) await parts.verify(document, documentAt);
    return version.cardFrom(document, parts.understands);
  };
  const open = async () => use(await read().catch(parts.withoutCard));
  const extend = (card: AgentCard, extended: Json) =>
    use(parts.cardAfter(card, version.cardFrom(extended, parts.understands)));
  let outcome: ClientOutcome | undefined;
  const newId = () => randomUUID();
  const { next } = options;
  const done = runScript({ parts, newId, open, extend, signal: stop.signal, ...(next && { next }) }).then(
    async (result) => {
      outcome = result;
      await client.close();
      print(stringifyJson({ ...result }));
    },
  );
  return {
    ...live,
    done,
    traffic: { heard: () => client.traffic().received, said: () => client.traffic().sent },
    exitCode: () => (outcome?.ok ? 0 : 1),
    close: async () => {
      stop.abort();
      await client.close();
      await done;
    },
  };
}

/** What it sends to its agent from the beginning. */
const FIXED = ['headers', 'credentialOrigins'];

const variantsOf = (script: JsonObject = {}, permissive: Permissive) =>
  PERMISSIVE_OPTIONS.read(script.permissive as Permissive, permissive);

const warnOnStderr = (text: string) => stderr.write(text);

/**
 * The credentials for an address: those of the script if the user named its origin, by `url` or in the script. A card comes from
 * somebody else and may name any address. `warn` gets one text for each origin that gets no credentials.
 */
function credentialsFor(
  { headers, credentialOrigins }: ClientScript,
  url: string,
  warn: (text: string) => void,
): (address: string) => ClientScript['headers'] {
  const known = new Set([url, ...credentialOrigins].map((one) => new URL(one).origin));
  const told = new Set<string>();
  return (address) => {
    const { origin } = new URL(address);
    if (known.has(origin) || Object.keys(headers).length === 0) return headers;
    if (!told.has(origin))
      warn(
        `the card names ${origin}, which is another origin than that of --url: it gets no headers of the script; ` +
          `to send them, write this line there: credentialOrigins: [${JSON.stringify(origin)}]\n`,
      );
    told.add(origin);
    return {};
  };
}
