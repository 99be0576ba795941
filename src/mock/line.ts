import { parseArgs } from 'node:util';
import type { TransportName } from '../language/target.js';

/** How a reference may be reached, as the command line says it. */
export const MOCK_TRANSPORTS = ['stdio', 'http', 'ws', 'rest'] as const satisfies readonly TransportName[];

/** Whose tokens a protected reference takes, as the command line says it. */
export interface TrustArguments {
  /** The issuer that it trusts. */
  authIssuer?: string;
  /** Where the keys of that issuer are; or where it says whether a token is active. */
  authJwks?: string;
  authIntrospection?: string;
  /** Names of the reference in tokens, with commas between them. Default: its URL. */
  authAudience?: string;
  /** Which scopes it asks for: `scopesOf` says how they are written. */
  authScopes?: string;
  /** An API that it asks about each call of a tool. */
  authUpstream?: string;
}

/** What `proctor mock` may be told, as the command line says it. */
export interface MockArguments extends TrustArguments {
  script?: string;
  /** A file of rules that answer in place of the reference. */
  answers?: string;
  /** A recording that answers in its place, and what becomes of that. */
  replay?: string;
  replayMode?: 'playback' | 'record' | 'update';
  /** What becomes of a request that neither of them answers. */
  unplanned?: 'error' | 'warn' | 'reference';
  fault?: string;
  mutant?: string;
  transport: TransportName;
  /** The protocol version. */
  version?: string;
  port: number;
  /** What every request to a mock that listens must bring in its URL: this, or for true a random one. */
  token?: string | true;
  /** Protects it, with an authorization server beside it: true for one that does everything right, a name for a file that says how. */
  auth?: string | true;
  /** Where the server is that a client connects to. */
  url?: string;
  permissive?: boolean | string;
  clock?: string;
  borderLog?: string;
  /** Writes down every message: true for a line each on stderr, a name for a file of JSON lines. */
  log?: string | true;
  /** Whether the peer is judged at the end. */
  judge?: boolean;
  /** How it is reported, as in `--reporter` of a run. */
  reporter?: string[];
  /** ms for which the program behind `--` may say nothing while it owes an answer. */
  silence?: number;
  /** Writes a script like the program at this address, or for true like the one that the command starts. */
  like?: string | true;
  /** What the user of a client or host says to the agent. */
  prompt?: string[];
  /** Whether that user grants what the agent asks permission for. */
  allow?: boolean;
  /** Whether lines of stdin are said to the agent, one after the other. */
  chat?: boolean;
  /** Serves a page that shows what passes: true for any port. */
  inspect?: true | number;
  /** With `inspect`: the address that it listens on. Default: loopback. */
  host?: string;
  /** Whether time stands still until somebody moves it. */
  step?: boolean;
  /** What stands behind `--`. */
  command?: string[];
}

/**
 * Reads the arguments behind `proctor mock` where they are plain: known options, each once, and one role. Undefined for all
 * else, help and mistakes too, which are the business of the parser that knows every command: loading it costs a tenth of what
 * starting a mock does, and a run starts hundreds of them.
 */
export function readMockLine(line: readonly string[]): { role: string; options: MockArguments } | undefined {
  const end = line.indexOf('--');
  const args = end < 0 ? [...line] : line.slice(0, end);
  const bare = takeBare('--permissive', args);
  const auth = takeBare('--auth', args);
  const read = parsed(args);
  if (read === undefined) return undefined;
  const { values, positionals, tokens } = read;
  const {
    transport = usualTransport(values.url, auth || values['auth-issuer'] !== undefined),
    port = '0',
    permissive,
    'border-log': borderLog,
    ...more
  } = values;
  const { trust, rest } = trustOf(more);
  const [role, ...others] = positionals;
  const named = tokens.filter(({ kind }) => kind === 'option').length;
  const once = named === Object.keys(values).length && !(bare && permissive !== undefined);
  const known = MOCK_TRANSPORTS.find((one) => one === transport);
  if (
    known === undefined ||
    role === undefined ||
    others.length > 0 ||
    !once ||
    !/^\d{1,5}$/.test(port) ||
    Number(port) > 65_535
  )
    return undefined;
  return {
    role,
    options: {
      ...rest,
      ...trust,
      transport: known,
      port: Number(port),
      ...(auth && { auth }),
      ...(bare ? { permissive: true } : permissive === undefined ? {} : { permissive }),
      ...(borderLog === undefined ? {} : { borderLog }),
      ...(end < 0 ? {} : { command: line.slice(end + 1) }),
    },
  };
}

const TRUST = {
  'auth-issuer': 'authIssuer',
  'auth-jwks': 'authJwks',
  'auth-introspection': 'authIntrospection',
  'auth-audience': 'authAudience',
  'auth-scopes': 'authScopes',
  'auth-upstream': 'authUpstream',
} as const;

/** Takes the options about trust out of the others, under the names that they have in code. */
function trustOf<T extends { [name: string]: unknown }>(values: T & { [name in keyof typeof TRUST]?: string }) {
  const trust: TrustArguments = {};
  const { ...rest } = values;
  for (const [name, member] of Object.entries(TRUST) as [keyof typeof TRUST, keyof TrustArguments][]) {
    if (values[name] !== undefined) trust[member] = values[name];
    delete rest[name];
  }
  return { trust, rest: rest as Omit<T, keyof typeof TRUST> };
}

/** The transport if none is named: HTTP or WebSocket for a URL, HTTP if tokens are asked for, stdio otherwise. */
export function usualTransport(url: string | undefined, asksForTokens: boolean): TransportName {
  if (url !== undefined) return /^wss?:/i.test(url) ? 'ws' : 'http';
  return asksForTokens ? 'http' : 'stdio';
}

/** Takes out an option that may stand alone if nothing follows it: `--permissive` without names, or `--auth` without a file. */
function takeBare(option: string, args: string[]): boolean {
  const at = args.findIndex((arg, index) => arg === option && (args[index + 1] ?? '-').startsWith('-'));
  if (at >= 0) args.splice(at, 1);
  return at >= 0;
}

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const options = {
    script: text,
    fault: text,
    mutant: text,
    transport: text,
    version: text,
    port: text,
    url: text,
    permissive: text,
    clock: text,
    'border-log': text,
    'auth-issuer': text,
    'auth-jwks': text,
    'auth-introspection': text,
    'auth-audience': text,
    'auth-scopes': text,
    'auth-upstream': text,
  };
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true });
  } catch {
    return undefined;
  }
}
