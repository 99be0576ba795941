import { randomUUID } from 'node:crypto';
import type { MockOptions, RunningMock } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import { stringifyJson } from '../../../json/json.js';
import { type Headers, openBorder } from '../../../wire/carried.js';
import { realClock } from '../../../wire/clock/clock.js';
import { HttpClient } from '../../../wire/http/client.js';
import { stderr, stdout } from '../../../wire/output.js';
import { cardFrom, cardUrl, type Interface, interfacesOf } from './card.js';
import { Connection, readDocument } from './connection.js';
import { Exchanges } from './exchanges.js';
import { type ClientOutcome, runScript } from './run.js';
import { type ClientScript, loadScript } from './script.js';
import { decoderWith } from './switches.js';

/** The switches of a client that takes what an agent should not send. */
const LENIENT = ['takes-cut-for-end', 'reads-to-the-end', 'silent-about-cards'] as const;

/** What a client may be told: all but where it is reached. */
export type ClientOptions = Partial<
  Pick<MockOptions, 'url' | 'border' | 'script' | 'permissive' | 'switches' | 'silence' | 'clock' | 'print' | 'warn'>
>;

/**
 * Starts the reference client: it reads the card of its agent, does what its script says over the transport of the card, and prints
 * what came of it. Rejects with ScriptError for a script that can't be used and where it is not told where its agent is.
 */
export async function startClient(options: ClientOptions): Promise<RunningMock> {
  const { url, border = openBorder, switches = new Set<string>(), clock = realClock, silence } = options;
  const { print = (line) => stdout.write(`${line}\n`, 'json') } = options;
  const script = await loadScript(options.script, options.permissive);
  if (url === undefined) throw new ScriptError('a client is told where its agent is: say --url URL');
  if (!URL.canParse(url)) throw new ScriptError(`--url wants an address, not ${JSON.stringify(url)}`);
  const { permissive } = script;
  const decoder = decoderWith(switches);
  const client = new HttpClient(decoder ? { decoder } : {});
  const extensions: Headers = permissive.has('extensions')
    ? { 'x-a2a-extensions': 'https://example.com/extension' }
    : {};
  const credentials = switches.has('trusts-any-origin')
    ? () => script.headers
    : credentialsFor(script, url, options.warn ?? warnOnStderr);
  const headersTo = (address: string) => ({ ...extensions, ...credentials(address) });
  const followsRedirects = switches.has('follows-redirects');
  const exchanges = new Exchanges({ client, border, clock, headersTo, silence, followsRedirects });
  // What is a defect in our words is left to clients by the text.
  const defects = permissive.has('lenient') ? new Set([...switches, ...LENIENT]) : switches;
  const stop = new AbortController();
  const open = async () => {
    const card = cardFrom(await readDocument(exchanges, cardUrl(url)));
    const [named, ...others] = interfacesOf(card, permissive.has('protojson') ? 'protojson' : undefined);
    const idOf = (count: number) => (permissive.has('text-ids') ? `größe-${count}` : count);
    const to = (at: Interface) => new Connection({ at, exchanges, idOf, switches: defects });
    const next = permissive.has('falls-back') ? others.find(({ codec }) => codec !== named.codec) : undefined;
    return {
      card,
      connection: to(switches.has('address-for-url') ? { ...named, url } : named),
      ...(next ? { next: to(next) } : {}),
    };
  };
  let outcome: ClientOutcome | undefined;
  const newId = () => randomUUID();
  const done = runScript({ script, switches: defects, clock, newId, open, signal: stop.signal }).then(
    async (result) => {
      outcome = result;
      await client.close();
      print(stringifyJson({ ...result }));
    },
  );
  return {
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
