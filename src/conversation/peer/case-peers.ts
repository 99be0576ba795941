import type { Json, JsonObject } from '../../json/json.js';
import { own } from '../../json/own.js';
import type { SelectContext } from '../../language/selector.js';
import type { TransportName } from '../../language/target.js';
import { type Border, type Carried, openBorder } from '../../wire/carried.js';
import type { Clock } from '../../wire/clock/clock.js';
import type { Limits } from '../../wire/limits.js';
import type { WireRecord } from '../../wire/record.js';
import type { Channel } from '../channel.js';
import type { KitTraffic } from '../clock/target-clock.js';
import type { Lane, LaneHost } from '../lane.js';
import type { RoleEntry } from '../role-entry.js';
import { type Outgoing, StageError } from '../stage.js';
import type { TargetMaker } from '../target.js';
import type { Claims } from './claims.js';
import { PeerConnection } from './connection.js';
import { DiscoveryLane } from './discovery-lane.js';
import { openPeerEndpoint, type PeerEndpoint } from './peer-endpoint.js';
import { peerBorders } from './peer-faults.js';
import type { PeerReference } from './peer-reference.js';

export interface CasePeersOptions {
  entry: RoleEntry;
  /** How the target is reached, or reaches us, and who may come besides this machine. */
  targets: Pick<TargetMaker, 'transport' | 'admission' | 'place'>;
  /** `peer:` of the case. */
  config: JsonObject;
  /** Entry of versions.yaml. */
  version: JsonObject;
  /** The versions of the protocol that the case is for; empty if it is for all. */
  versions: readonly string[];
  proctor: string;
  dir(): string;
  root(): string;
  /** Whether the target runs on this machine, as far as is known now. */
  local(): boolean;
  claims: Claims;
  select: SelectContext;
  limits: Limits;
  clock: Clock;
}

/** What the peer needs of the stage. */
export interface CasePeersHost {
  main: Channel;
  /** Makes the channel of this name, or finds it. */
  channel(name: string): Channel;
  laneHost(channel: Channel): LaneHost;
  wake(): void;
}

/**
 * The peer of a case, alive, and the lanes between it and the target: one peer for `main` and its exchanges, one for each
 * further lane that the target or a step opens.
 */
export class CasePeers {
  private reference: PeerReference;
  private readonly peers = new Map<string, PeerConnection>();
  private readonly lanes = new Map<string, Lane>();
  private endpoint: PeerEndpoint | undefined;
  /** How often the target has come, where it opens its lanes itself. */
  private arrivals = 0;
  /** How often it came only to ask what it may speak. */
  private discoveries = 0;
  /** The lane of `main`, as long as the target may have come only for that. */
  private discovery: DiscoveryLane | undefined;
  /** Where the faults of the case act, by channel. */
  private borders: (lane: string) => Border = () => openBorder;

  constructor(
    private readonly options: CasePeersOptions,
    private readonly host: CasePeersHost,
  ) {
    this.reference = this.newReference();
    this.attach(this.reference, host.main);
  }

  /** The value `peer.NAME` of the case's texts. */
  value(path: readonly string[]): Json | undefined {
    return this.told[`peer.${path.join('.')}`] ?? inside(this.reference.values, path);
  }

  /** What the steps send, with what every message of the protocol carries. */
  completed(out: Outgoing): Outgoing {
    const { message, composed } = out;
    if (!composed || Array.isArray(message) || message === undefined || !this.reference.completed) return out;
    return { ...out, message: this.reference.completed(message) };
  }

  /** The first names behind `peer.` */
  names(): string[] {
    return Object.keys(this.reference.values);
  }

  /** What a target that comes to us is told: `peer.command` or `peer.url`. */
  get told(): { [name: string]: string | string[] } {
    return this.endpoint?.values ?? {};
  }

  /** What a target inside this process starts in place of `${peer.command}`. */
  get spawn(): PeerEndpoint['spawn'] {
    return this.endpoint?.spawn;
  }

  /** What all lanes have carried that the target opened since it was started. */
  readonly traffic: KitTraffic = { sent: () => this.total('sent'), received: () => this.total('received') };

  /** Whether it has not answered yet all that it was asked. */
  get owes(): boolean {
    return this.endpoint?.owes?.() === true || [...this.peers.values()].some((peer) => peer.owes);
  }

  /** The lane that carries a channel: an exchange lies on that of `main`. */
  laneOf(channel: Channel): Lane | undefined {
    if (channel.name !== 'main' && isArrival(channel.name)) return this.lanes.get(channel.name);
    return this.lanes.get(channel.name) ?? this.lanes.get('main');
  }

  /** The kit has opened the lane of `main`. */
  opened(lane: Lane | undefined): void {
    if (lane) this.lanes.set('main', lane);
  }

  /** A step has opened a channel of its own that carries messages: a reference of its own stands behind it. */
  joins(channel: Channel, lane: Lane): void {
    this.lanes.set(channel.name, lane);
    this.attach(this.newReference(), channel);
  }

  /** Makes the peer ready, and opens the place where a target finds it that comes to us. Throws StageError. */
  async prepare(): Promise<void> {
    const { entry, targets, config, clock, limits, claims, select } = this.options;
    const { transport, admission, place } = targets;
    this.borders = peerBorders(config.faults, clock, select);
    await this.reference.prepared?.catch((error: Error) => {
      throw new StageError('defect', `the peer can't be what \`peer\` asks for: ${error.message}`);
    });
    if (entry.opens === 'kit') return;
    const { codec } = entry.bindings[transport as TransportName] ?? {};
    this.endpoint ??= await openPeerEndpoint(transport, {
      reference: this.reference,
      main: this.host.laneHost(this.host.main),
      limits,
      clock,
      admission,
      place: place?.http,
      spawns: place?.spawns,
      claims,
      faults: this.borders('main'),
      ...(codec ? { codec } : {}),
      joined: (make) => this.joined(make),
    });
  }

  /** Takes note of a record: the peer answers what is its own to answer. */
  heard(record: WireRecord): void {
    const peer = this.peers.get(record.channel) ?? this.peers.get('main');
    if (record.from === 'target') peer?.hear(record);
    else peer?.said(record);
  }

  /** The target has ended and may be started again. A server of ours goes on; what it spawned comes anew. */
  async parted(): Promise<void> {
    if (this.serves) return;
    const lane = this.lanes.get('main');
    for (const name of [...this.lanes.keys()].filter(isArrival)) this.lanes.delete(name);
    this.arrivals = 0;
    this.discovery = undefined;
    await lane?.end();
    this.peers.get('main')?.close();
    this.reference = this.newReference();
    this.attach(this.reference, this.host.main);
  }

  /**
   * Says good-bye on `main` unless there is nobody left to hear it, and lets go of everything; once the signal aborts nothing is
   * waited for.
   */
  async end(goodbye: boolean, signal: AbortSignal): Promise<void> {
    for (const peer of this.peers.values()) peer.close();
    await Promise.resolve(this.endpoint?.close()).catch(() => undefined);
    if (goodbye)
      await this.lanes
        .get('main')
        ?.end(signal)
        .catch(() => undefined);
  }

  /** Whether the target comes to us over HTTP: then a reference that is a server serves all that comes. */
  private get serves(): boolean {
    const { entry, targets } = this.options;
    const { transport } = targets;
    return entry.opens === 'target' && (transport === 'http' || transport === 'rest');
  }

  /** The target has come: first on `main`, then on `peer-2`, and so on. */
  private joined(make: (host: LaneHost) => Lane): void {
    this.discovery?.leaving();
    this.arrivals++;
    const { main } = this.host;
    const channel = this.arrivals === 1 ? main : this.host.channel(`peer-${this.arrivals}`);
    if (channel !== main) this.attach(this.newReference(), channel);
    this.lanes.set(channel.name, make(this.newHost(channel)));
    this.host.wake();
  }

  private newHost(channel: Channel): LaneHost {
    const host = this.host.laneHost(channel);
    const { discovery } = this.options.entry;
    if (discovery === undefined || this.serves || channel !== this.host.main) return host;
    this.discovery = new DiscoveryLane(host, discovery, () => this.aside());
    return this.discovery;
  }

  /** The target came on `main` only to ask: what is left of that lane gets a channel of its own, and `main` is for the next that comes. */
  private aside(): Channel {
    const channel = this.host.channel(`discovery-${++this.discoveries}`);
    const lane = this.lanes.get('main');
    const peer = this.peers.get('main');
    if (lane) this.lanes.set(channel.name, lane);
    if (peer) this.peers.set(channel.name, peer);
    this.lanes.delete('main');
    this.arrivals = 0;
    this.discovery = undefined;
    this.attach(this.newReference(), this.host.main);
    return channel;
  }

  private total(which: 'sent' | 'received'): number {
    return [...this.lanes].reduce((sum, [name, lane]) => sum + (isArrival(name) ? lane.traffic[which]() : 0), 0);
  }

  private newReference(): PeerReference {
    const { dir, root, local, proctor, version, versions, targets } = this.options;
    const { transport } = targets;
    const { faults: _, ...config } = this.options.config;
    return this.options.entry.peerReference(config, version, {
      get dir() {
        return dir();
      },
      get root() {
        return root();
      },
      get local() {
        return local();
      },
      proctor,
      transport,
      versions,
    });
  }

  private attach(reference: PeerReference, channel: Channel): void {
    if (this.serves && channel === this.host.main) return;
    // What it still has to say when the target was started again is not for the new one.
    const isCurrent = (): boolean => this.peers.get(channel.name) === peer;
    const say = async (out: Outgoing) => {
      if (isCurrent() && !channel.ended) await this.laneOf(channel)?.send([out], channel);
    };
    const end = async ({ exit }: Carried) => {
      if (isCurrent()) await this.laneOf(channel)?.close(channel, exit ? (exit.code ?? 'reset') : 'end');
    };
    // Where the target is gone nobody hears it.
    const quietly = (doing: Promise<unknown>) => void doing.catch(() => undefined);
    const output = { say: (out: Outgoing) => quietly(say(out)), end: (carried: Carried) => quietly(end(carried)) };
    const border: Border = {
      hears: (carried, deliver) => this.borders(channel.name).hears(carried, deliver),
      sends: (carried, emit) => this.borders(channel.name).sends(carried, emit),
    };
    const peer = new PeerConnection(reference, this.options.claims, output, border);
    this.peers.set(channel.name, peer);
  }
}

/** Whether a lane has the name of one that a target opens: `main`, `peer-2`, and so on, or one that it has left for `main`. */
const isArrival = (name: string) => name === 'main' || name.startsWith('peer-') || name.startsWith('discovery-');

/** What stands inside a value, by the names on the way. */
export function inside(value: Json | undefined, path: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const name of path) {
    if (current === null || typeof current !== 'object') return undefined;
    current = own(current as JsonObject, name);
  }
  return current;
}
