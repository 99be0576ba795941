import type { Clock } from '../../wire/clock/clock.js';
import { bothOf } from '../../wire/http/admission.js';
import type { PeerProgram } from '../../wire/process/stdio.js';
import { listenWebSocket } from '../../wire/websocket/websocket.js';
import type { Lane, LaneHost } from '../lane.js';
import { RefusedLane } from '../lanes/refused-lane.js';
import { ServingLane, type ServingOptions } from '../lanes/serving-lane.js';
import { SocketLane } from '../lanes/socket-lane.js';
import { StdioLane } from '../lanes/stdio-lane.js';
import { insidePeer } from './inside-peer.js';
import type { PeerReference } from './peer-reference.js';
import { ShimServer, type Spawned, type SpawnPlace } from './shim-server.js';

/** Where a target that opens its lanes itself, a client or host, finds the kit. */
export interface PeerEndpoint {
  /** What the texts of the target file are told: `peer.command`, `peer.url`. */
  values: { [name: string]: string | string[] };
  /** Over stdio: what a target inside this process starts in place of `${peer.command}`. */
  spawn?: (argv: readonly string[], cwd: string, clock?: Clock) => Promise<PeerProgram>;
  /** Over HTTP: whether the reference still works on an answer. */
  owes?: () => boolean;
  close(): void | Promise<void>;
}

export interface PeerEndpointOptions extends ServingOptions {
  /** The peer, where one reference serves all that comes. */
  reference: PeerReference;
  /** `main`. */
  main: LaneHost;
  /** Where it spawns us, if not by a command of this case alone. */
  spawns?: SpawnPlace | undefined;
  /** A lane of `main` is there, or the target has come once more, on a lane of its own. */
  joined(make: (host: LaneHost) => Lane): void;
}

/**
 * Makes ready for a target that comes over this transport: over stdio it spawns `${peer.command}`, elsewhere it connects to
 * `${peer.url}`. Throws StageError where the peer can't be reached so.
 */
export async function openPeerEndpoint(transport: string, host: PeerEndpointOptions): Promise<PeerEndpoint> {
  if (transport === 'http' || transport === 'rest') return endpointOverHttp(host);
  if (transport === 'ws') return endpointOverSockets(host);
  const onSpawn = ({ pipes, stderr, outlives }: Spawned) => {
    if (host.reference.stderr !== undefined) stderr(host.reference.stderr);
    if (host.reference.outlives !== undefined) outlives(host.reference.outlives);
    host.joined((lane) => new StdioLane(lane, pipes));
  };
  const shims = await (host.spawns?.listen(host.limits, onSpawn) ?? ShimServer.listen(host.limits, onSpawn));
  return {
    values: { 'peer.command': shims.command },
    spawn: async (argv, cwd, clock) => insidePeer(argv.slice(shims.command.length), cwd, host.limits, onSpawn, clock),
    close: () => shims.close(),
  };
}

/** One reference serves every exchange, whichever connection or session brings it. */
async function endpointOverHttp(host: PeerEndpointOptions): Promise<PeerEndpoint> {
  const lane = await ServingLane.open(host.main, host.reference, host);
  host.joined(() => lane);
  return { values: { 'peer.url': lane.url }, owes: () => lane.owes, close: () => lane.end() };
}

/** Each connection is a lane, as each spawned peer is. */
async function endpointOverSockets({
  limits,
  clock,
  admission,
  place,
  joined,
  reference,
}: PeerEndpointOptions): Promise<PeerEndpoint> {
  const listener = await listenWebSocket({
    limits,
    clock,
    place,
    admission: bothOf(admission, reference.admission),
    admit: (head) => {
      const refusal = reference.admits?.(head);
      if (refusal) joined((lane) => new RefusedLane(lane, head, refusal));
      return refusal;
    },
    onPeer: (peer) => joined((lane) => new SocketLane(lane, peer)),
  });
  return { values: { 'peer.url': listener.url }, close: () => listener.close() };
}
