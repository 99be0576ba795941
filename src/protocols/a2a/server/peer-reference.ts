import { randomUUID } from 'node:crypto';
import type {
  HttpService,
  PeerReference,
  SayOptions,
  ServeHttpOptions,
} from '../../../conversation/peer/peer-reference.js';
import type { PeerContext } from '../../../conversation/role-entry.js';
import { ScriptError } from '../../../conversation/script-error.js';
import type { AgentCard } from '../../../generated/types/a2a-0.3.0.js';
import { asObject, isObject, type Json, type JsonObject, stringifyJson } from '../../../json/json.js';
import { own, setOwn } from '../../../json/own.js';
import { AddressGuard } from '../../../wire/http/address-guard.js';
import type { Admission } from '../../../wire/http/admission.js';
import type { ServerExchange } from '../../../wire/http/server.js';
import { isStreaming } from '../bindings/streaming.js';
import { SIGNERS, type Signer } from '../card/v1/signing.js';
import { v1Agent } from '../v1/agent.js';
import { V1 } from '../version.js';
import { AGENT, SKILLS } from './agent/skills.js';
import { type AgentForm, type CardInterface, usualAgent } from './agent-form.js';
import type { Offer } from './card.js';
import { Endpoint, type Places } from './endpoint.js';
import { FRAME_NAMES, type FrameName, framingOf } from './frames.js';
import type { ServerParts } from './parts.js';
import { Delivery } from './push/delivery.js';
import { Hooks } from './push/hooks.js';
import { Server } from './server.js';
import { memoryStore } from './tasks/store.js';

/** What `peer:` of a case may say about the agent that the kit plays. */
interface AgentConfig {
  /**
   * The interfaces of the card, the first of which is that of its url: `own` is the transport of the run, `other` the other one
   * that Proctor speaks. A path may be a full URL, such as one where nobody listens. Default: only `own`, since a client may choose any
   * of them. From A2A 1.0 on each may name a version and a tenant.
   */
  interfaces?: { transport: 'own' | 'other' | string; path: string; version?: string; tenant?: string }[];
  /** Laid over the card, as a merge patch (RFC 7396). */
  card?: JsonObject;
  /** Who signs the card, from A2A 1.0 on. Default: nobody. */
  signed?: Signer[];
  /** Whether the steps answer who asks for the card. Default: no, it does that itself. */
  leavesCard?: boolean;
  /** What it does with every message. Default: says `text`. */
  skill?: string;
  text?: string;
  /** How it writes its events. */
  framing?: FrameName;
  /** Who may come besides this machine, as in the script of a server. */
  origins?: string[];
  hosts?: string[];
}

/** The transports of cards, by those of target files. */
const TRANSPORTS: { readonly [transport: string]: string } = { http: 'JSONRPC', rest: 'HTTP+JSON' };

const INTERFACES: NonNullable<AgentConfig['interfaces']> = [{ transport: 'own', path: '/agent' }];

/**
 * The agent that the runner plays against a client. What the steps do not answer it answers by itself. `peer.transport` is the transport
 * of the run, as cards name it.
 */
export function referenceAgent(
  config: JsonObject,
  { name: version }: JsonObject,
  { transport, versions }: PeerContext,
): PeerReference {
  // A case for 1.0 alone is in its form, and every other in that of the core.
  const isCore = versions.length === 0 || versions.some((one) => one !== V1);
  const form = version === V1 ? v1Agent(isCore, transport === 'rest') : usualAgent;
  const prepared = checked(config);
  // Whoever waits for it is told.
  prepared.catch(() => undefined);
  return {
    values: { transport: TRANSPORTS[transport] ?? null },
    prepared,
    requests: {},
    notifications: {},
    admission: admissionOf(config as AgentConfig),
    serveHttp: async (options) => new AgentService(await prepared, transport, form, options),
  };
}

const admissionOf = ({ origins = [], hosts = [] }: AgentConfig): Admission => ({ origins, hosts });

const MEMBERS = ['interfaces', 'card', 'signed', 'leavesCard', 'skill', 'text', 'framing', 'origins', 'hosts'];

/** Rejects with ScriptError for members and names that there are not. */
async function checked(config: JsonObject): Promise<AgentConfig> {
  const known = (what: string, name: Json | undefined, names: readonly string[]) => {
    if (name === undefined || (typeof name === 'string' && names.includes(name))) return;
    throw new ScriptError(`there is no ${what} ${stringifyJson(name)}; there are ${names.join(', ')}`);
  };
  for (const member of Object.keys(config)) known('member', member, MEMBERS);
  known('skill', config.skill, Object.keys(SKILLS));
  known('framing', config.framing, FRAME_NAMES);
  const { signed = [] } = config;
  for (const one of Array.isArray(signed) ? signed : [signed]) known('signer', one, SIGNERS);
  return config as unknown as AgentConfig;
}

/** The agent behind a listener that somebody else made: its card, and both bindings. */
class AgentService implements HttpService {
  readonly path = '';
  /** An agent says nothing but answers. */
  readonly speaks = false;
  readonly #endpoint: Endpoint;
  readonly #server: Server;
  readonly #delivery: Delivery;
  /** Where the target has reached it: host, and what stands before the paths of requests. */
  #host = '';

  constructor(
    private readonly config: AgentConfig,
    private readonly transport: string,
    private readonly form: AgentForm,
    { border: outer, clock, keeps }: ServeHttpOptions,
  ) {
    const newId = () => randomUUID();
    const offer: Offer = { streaming: true, push: true, extendedCard: true, secured: false };
    const card = () => this.#card(offer);
    const guard = new AddressGuard();
    const hooks = new Hooks(newId, guard);
    const { skill: name = 'say', text = 'größer 😀', framing, leavesCard = false } = config;
    const { steps } = form;
    const border = steps?.around(outer) ?? outer;
    const honest: ServerParts = {
      border,
      offer,
      server: { waits: true, agent: { ...AGENT, choose: () => ({ name, text }) } },
      endpoint: {},
      posted: asObject,
    };
    const parts = form.parts(honest, (caller) => this.#server.list(caller));
    this.#delivery = new Delivery(clock, border, guard);
    this.#server = new Server({
      clock,
      offer,
      hooks,
      card,
      newId,
      ...parts.server,
      store: memoryStore(),
      changed: (task) => {
        for (const hook of hooks.of(task.id)) this.#delivery.post(task.id, parts.posted(task), hook);
      },
    });
    this.#endpoint = new Endpoint({
      server: this.#server,
      offer,
      border,
      card,
      ...parts.endpoint,
      keeps: (method) => keeps(steps?.nameOf(method) ?? method),
      keepsCard: leavesCard,
      places: this.#places(),
      // Whoever the target is, and whatever it has for credentials.
      callerOf: () => 'target',
      ...(framing ? { framing: framingOf(framing) } : {}),
    });
  }

  get owes(): boolean {
    return this.#endpoint.owes;
  }

  take(exchange: ServerExchange): void {
    const { headers, below } = exchange;
    if (headers.host !== undefined) this.#host = `${headers.host}${below}`;
    this.#endpoint.take(exchange);
  }

  /** Answers a request that the steps have claimed. What comes of a method that streams is an event. */
  say(message: JsonObject | undefined, { stream, events }: SayOptions): boolean {
    const kept = stream === undefined ? undefined : this.#endpoint.kept(stream);
    if (!kept?.reply.open) return false;
    const { asked, reply } = kept;
    const said = message && (this.form.steps?.said(message, asked.method) ?? message);
    if (said === undefined) reply.begin();
    else if (events || reply.begun || (isStreaming(asked.method) && 'result' in said)) reply.event(said);
    else reply.message(said);
    return true;
  }

  close(): void {
    this.#server.close();
    void this.#delivery.close();
  }

  get #interfaces(): CardInterface[] {
    const own = TRANSPORTS[this.transport]!;
    const other = Object.values(TRANSPORTS).find((one) => one !== own)!;
    return (this.config.interfaces ?? INTERFACES).map(({ transport, path, version, tenant }) => ({
      version,
      tenant,
      transport: transport === 'own' ? own : transport === 'other' ? other : transport,
      url: path,
    }));
  }

  /** Where the bindings are; one that the card does not have is nowhere. */
  #places(): Places {
    const pathsOf = (wanted: string) =>
      this.#interfaces.filter(({ transport }) => transport === wanted).map(({ url }) => url);
    return { rpc: pathsOf('JSONRPC'), rest: pathsOf('HTTP+JSON') };
  }

  #card(offer: Offer): AgentCard {
    const base = `http://${this.#host}`;
    const all = this.#interfaces.map(({ url, ...one }) => ({ ...one, url: url.startsWith('/') ? base + url : url }));
    const card = this.form.card(base, offer, all);
    const made = patched(card, this.form.patch(this.config.card ?? {})) as JsonObject;
    const { signed } = this.config;
    const { form } = this;
    return (signed && form.signed ? form.signed(made, signed, base) : made) as unknown as AgentCard;
  }
}

/** A value with a merge patch laid over it. */
function patched(value: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const changed: JsonObject = isObject(value) ? { ...value } : {};
  for (const [name, member] of Object.entries(patch)) {
    if (member === null) delete changed[name];
    else setOwn<Json>(changed, name, patched(own(changed, name), member));
  }
  return changed;
}
