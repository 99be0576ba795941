import type { Readable, Writable } from 'node:stream';
import type { JsonObject } from '../json/json.js';
import type { MessageSummaries } from '../language/message-summary.js';
import type { TransportName } from '../language/target.js';
import type { UndeclaredExtension } from '../language/undeclared-extension.js';
import type { Protect } from '../oauth/resource-server/protection.js';
import type { MethodTable } from '../schemas/index.js';
import type { Bundle } from '../schemas/json-schema.js';
import type { Border, HttpHead } from '../wire/carried.js';
import type { Clock } from '../wire/clock/clock.js';
import type { Traffic } from '../wire/clock/moved-clock.js';
import type { PeerProgram } from '../wire/process/stdio.js';
import type { WireRecord } from '../wire/record.js';
import type { Codec } from './codec/codec.js';
import type { Silence } from './driven-program.js';
import type { Explore } from './explorer.js';
import type { Likeness } from './likeness.js';
import type { LiveMock } from './live/change.js';
import type { HttpCarrier, PeerReference } from './peer/peer-reference.js';
import type { PermissiveWording } from './permissive.js';
import type { PersonQuestions } from './questions.js';
import type { ScriptOfRecording } from './recorded-script.js';
import type { Survey } from './surveyor.js';
import type { TalkFacts } from './talk.js';

/** What `proctor mock ROLE` may be told. */
export interface MockOptions {
  transport: TransportName;
  /** The protocol version that it speaks; unset for the entry's `version`. */
  version?: string;
  /** 0 lets the machine choose. */
  port: number;
  /** Over HTTP and WebSocket: the first segment of the path that every request must have. Default: none. */
  token?: string;
  /** Over HTTP: makes a reference that can be protected (`protects`) ask for a token, as soon as its URL is known. Default: everybody may come. */
  protect?: Protect;
  clock: Clock;
  border: Border;
  script?: JsonObject;
  /** Uses the permissive variants: the usual ones, or those that are named. */
  permissive: boolean | readonly string[];
  switches: ReadonlySet<string>;
  /** The program that it starts and speaks to, for a client or host: what stands behind `--`. */
  command?: readonly string[];
  /** Where the server is that it connects to, for a client over HTTP. */
  url?: string;
  /** What the user of a client or host says after the prompts of the script; resolves with undefined if that is all. Default: nothing. */
  next?: () => Promise<string | undefined>;
  /** stdio: where messages come from and go to. Default: this process's own. */
  input?: Readable;
  output?: Writable;
  /** Working directory of a client or host, and of what it starts. Default: this process's own. */
  cwd?: string;
  /** Starts what a client or host speaks to. Default: a process. */
  spawn?: (argv: readonly string[], cwd: string) => Promise<PeerProgram>;
  /** How long what a client or host starts may say nothing while it owes an answer. Default: for ever. */
  silence?: Silence;
  /** Where the outcome of a client or host goes, as one line of JSON. Default: this process's stdout. */
  print?: (line: string) => void;
  /** Where words about what went wrong go. Default: this process's stderr. */
  warn?: (text: string) => void;
  /** Told of errors of the reference itself. Default: nobody. */
  failed?: (error: unknown) => void;
}

/** How a role is spoken over one transport. */
export interface Binding {
  /**
   * Over HTTP, where the kit opens the lane: how the peer puts messages on requests. `version` is what cases read as `${version.x}`.
   * Default: in the way of `codec`.
   */
  carrier?(url: string, headers: Record<string, string>, dialect: string | undefined, version: JsonObject): HttpCarrier;
  /** The ways that its bodies can be written, where there are several: a target file names one by `dialect`. */
  dialects?: readonly string[];
  /** The versions that are spoken over it; unset where it is all of them. */
  versions?: readonly string[];
  /** How HTTP carries messages where each exchange is a request and its reply; the peer of a client serves it so. */
  codec?: Codec;
  /** How whoever stands between a client and a server reads a version of the protocol. Default: by `codec`, or as JSON-RPC. */
  reads?(version: string): Codec;
}

/**
 * Why a role is not spoken so; undefined if it is.
 *
 * @param version unset for the usual one
 */
export function notSpoken(role: string, entry: RoleEntry, transport: string, version?: string): string | undefined {
  const { bindings, versions, together } = entry;
  if (!Object.hasOwn(bindings, transport))
    return `${role} is not spoken over ${transport}; it is over ${Object.keys(bindings).join(', ')}`;
  if (version === undefined) return undefined;
  if (versions.includes(version)) return notSpokenOver(role, entry, transport, version);
  const several = version.split(',');
  const isServed = several.every((one) => together?.versions.includes(one));
  if (several.length > 1 && isServed && new Set(several).size === several.length) return undefined;
  const unknown = several.length > 1 ? several.find((one) => !versions.includes(one)) : version;
  if (unknown !== undefined)
    return `${role} does not speak ${JSON.stringify(unknown)}; it speaks ${versions.join(', ')}`;
  const served = together ? `${together.versions.join(' and ')} at once, and no others` : 'one version at a time';
  return `${role} serves ${served}; run a mock for each of ${several.join(', ')}`;
}

/** The versions in a `--version` that names several, with commas between them; undefined if it names one. */
export const severalIn = (version: string | undefined): readonly string[] | undefined =>
  version?.includes(',') ? version.split(',') : undefined;

/** Why a version of a role can't be spoken over a transport; undefined if it can. */
export function notSpokenOver(role: string, entry: RoleEntry, transport: string, version: string): string | undefined {
  const versions = (entry.bindings as { readonly [name: string]: Binding | undefined })[transport]?.versions;
  if (versions === undefined || versions.includes(version)) return undefined;
  return `${role} is not spoken over ${transport} in version ${version}; it is in ${versions.join(', ')}`;
}

/** Where the peer of a case is played. */
export interface PeerContext {
  /** The folder of the case. */
  readonly dir: string;
  /** The same folder, which, unless somebody asks for `dir`, may have been that of an earlier case and is empty. */
  readonly root: string;
  /** The version of the kit. */
  proctor: string;
  /** How the target is reached, or reaches us. */
  transport: string;
  /** The versions of the protocol that the case is for; empty if it is for all. */
  versions: readonly string[];
  /** Whether the target runs on this machine, as far as is known now: for one that runs elsewhere no program is started here. */
  readonly local: boolean;
}

/** A reference that runs. What has no script, or can't change, lacks the members about that. */
export interface RunningMock extends Partial<LiveMock> {
  /** Where it listens; unset on stdio. */
  url?: string;
  /** Bytes read from and written to its peers so far, where it counts them. */
  traffic?: Traffic;
  /** The TCP ports that it has open, of one that has any to tell. Inside this process nobody else can know. */
  ports?(): readonly number[];
  /** Resolves when it has nothing left to do: the peer ended stdin, or `close` was called. */
  done: Promise<void>;
  /** Once it is done: what the process exits with. Unset where that is 0. */
  exitCode?(): number;
  close(): Promise<void>;
}

/** A reference that uses wordings which the spec permits. */
export interface PermissiveVariant {
  name: string;
  /** The usual ones, or these. */
  wordings: true | readonly string[];
  /** Behaviors that it can't show because of them. */
  hides: readonly string[];
  /** The transports that they are about; unset where it is all of them. */
  transports?: readonly string[];
  /** The versions of the protocol that they are about; unset where it is all of them. */
  versions?: readonly string[];
}

/** One role of a protocol: how the kit plays against it, and how the kit plays it. */
export interface RoleEntry {
  /** The first element of its ids. */
  protocol: string;
  /** The protocol version that the reference speaks unless it is told another: one of `versions`. */
  version: string;
  /** Every protocol version that the peer and the reference speak, oldest first. */
  versions: readonly string[];
  /** Versions that the reference can serve from one address, and the version that a request asks for. */
  together?: { versions: readonly string[]; askedBy(http: HttpHead): string };
  /** Who opens the lane: the kit reaches a server; a client or host reaches the kit. */
  opens: 'kit' | 'target';
  /**
   * The request by which a target may find out what a process of ours speaks, before it starts another one for the conversation. A
   * lane that carried nothing else of the target is not `main` once it is left or the next one is there.
   */
  discovery?: string;
  /**
   * The peer against a target of this role. `version` is what cases read as `${version.x}`: the entry of versions.yaml, and the
   * version itself as `name`.
   */
  peerReference(config: JsonObject, version: JsonObject, context: PeerContext): PeerReference;
  /** How the role is spoken over each transport that it has. */
  bindings: { readonly [transport in TransportName]?: Binding };
  /**
   * Tells the protocol's sessions of one conversation apart, where it may have several: the number, from 1, of the session
   * that each record belongs to. Without it a conversation is one session.
   */
  sessions?(): (record: WireRecord) => number;
  /** What the sender of a message has made up, where the protocol says what is its own. */
  undeclared?(
    message: JsonObject,
    method: string | undefined,
    known: { methods: MethodTable; bundle: Bundle },
  ): UndeclaredExtension[];
  /** The named defects that its reference can have, beside those that are put on its messages. */
  switches: readonly string[];
  /** Whether its reference can be a protected resource: it takes `protect`. Default: no. */
  protects?: true;
  /** References that no case may accuse: together they use every permissive variant. */
  permissive?: readonly PermissiveVariant[];
  /** Starts the reference of this role. */
  mock(options: MockOptions): Promise<RunningMock>;
}

/** What the mock of a role may be told, for people. */
export interface MockFacts {
  /** The requests by which a peer begins: a mock hears them even if a file answers them, as it must know its peer. Default: none. */
  begins?: readonly string[];
  /** The schemas of its scripts, by their folders: several if versions of the protocol, or roles that it extends, have their own. */
  scripts: readonly string[];
  /** Its permissive variants by name: its own, then those of what it extends. */
  permissive: readonly { readonly [name: string]: PermissiveWording }[];
  /** How a person talks with an agent through it, if it is a client or host of one. */
  talk?: TalkFacts;
  /** What its other side asks of a person, by method. Default: nothing. */
  questions?: PersonQuestions;
}

/** What implementations of a role leave in the folder of their project. */
export interface ProjectTraces {
  /** Packages of any registry that they are made with. */
  packages: readonly string[];
  /** JSON files that say how they are started: `member` is an object of `{ command, args, env }`, or `{ url, headers }`, by name. */
  configs: readonly { file: string; member: string }[];
}

/** The parts of a role, each loaded when it is used: who plays a reference needs nothing of what plays against it. */
export interface RoleParts {
  /** What the kit knows of the role, and the peer against it. */
  entry(): Promise<Omit<RoleEntry, 'mock'>>;
  /** What finds out which behaviors a target shows; unset where a target can not be asked, such as a client. */
  explorer?(): Promise<Explore>;
  /** What asks a target what it offers; unset if none can be asked. */
  surveyor?(): Promise<Survey>;
  /** What people look for first in its messages, by method; unset where whole messages say it. */
  summaries?(): Promise<MessageSummaries>;
  /** What its mock may be told; unset where nothing can be said. */
  facts?(): Promise<MockFacts>;
  /** How a script is made that is like a real program of the role; unset where none can be asked what it has. */
  likeness?(): Promise<Likeness>;
  /** How a script is made of what a recording shows of the role; unset if it has no script. */
  recorded?(): Promise<ScriptOfRecording>;
  /** By what a project is known to have an implementation of the role. */
  traces?: ProjectTraces;
  /** What starts its reference: the module `SIDE/start.ts` beside it, which the build packs. */
  reference(): Promise<RoleEntry['mock']>;
}

/** The roles of a protocol by their sides, such as `server`: what its folder's `index.ts` exports as `roles`. */
export interface ProtocolRoles {
  readonly [side: string]: RoleParts;
}
