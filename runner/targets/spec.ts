import { parseDuration } from '../../src/language/duration.js';
import type { Target, TransportName } from '../../src/language/target.js';
import type { Admission } from '../../src/wire/http/admission.js';
import { authorizedHeaders } from '../tokens.js';

/** How one transport of a target is reached, from the target file; texts may hold `${port}` and the like. */
export interface LaunchSpec {
  transport: string;
  command?: string[];
  cwd?: string;
  /** null takes a variable away. */
  env?: Record<string, string | null>;
  url?: string;
  headers?: Record<string, string>;
  dialect?: string;
  /** Who may come besides this machine to what we open for it. */
  admission?: Admission;
  /** `within` in ms. */
  ready?: { stdout?: string; url?: string; port?: string | number; within?: number | undefined };
  /** How it is ended when nobody needs it any more; by default the end of its stdin, or TERM where it has none of ours. */
  stop?: 'eof' | 'term' | 'kill';
  /** ms of each stage of stopping: after end of stdin, after TERM. */
  grace: { eof: number; term: number };
  isolation: Target['isolation'];
  /** The target understands `--clock URL`. */
  clock: boolean;
  /** A program put in front of the command. */
  wrap?: string;
}

/** ms that a target gets after the end of its stdin, and after TERM, before the next stage, unless its file says so. */
const GRACE = { eof: 1_000, term: 2_000 };

/** What the launcher needs to know of one transport of a target. */
export function launchSpec(target: Target, transport: TransportName, wrap: string | undefined): LaunchSpec {
  const spec = target.transports[transport];
  if (!spec) throw new Error(`the target has no transport ${transport}`);
  const grace = spec.stop.grace === undefined ? undefined : parseDuration(spec.stop.grace);
  const ready = spec.ready && {
    ...spec.ready,
    within: spec.ready.within === undefined ? undefined : parseDuration(spec.ready.within),
  };
  const headers = Object.fromEntries(
    Object.entries(spec.headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  return {
    transport,
    cwd: spec.cwd,
    env: spec.env,
    headers: authorizedHeaders(target, headers),
    grace: { eof: grace ?? GRACE.eof, term: grace ?? GRACE.term },
    isolation: target.isolation,
    clock: target.clock,
    ...(spec.command ? { command: spec.command } : {}),
    ...(spec.url === undefined ? {} : { url: spec.url }),
    ...(spec.stop.how === undefined ? {} : { stop: spec.stop.how }),
    ...(spec.dialect === undefined ? {} : { dialect: spec.dialect }),
    ...(spec.origins || spec.hosts ? { admission: { origins: spec.origins ?? [], hosts: spec.hosts ?? [] } } : {}),
    ...(ready ? { ready } : {}),
    ...(wrap === undefined ? {} : { wrap }),
  };
}
