import { parseArgs } from 'node:util';
import type { TransportName } from '../language/target.js';

/** How a reference may be reached, as the command line says it. */
export const MOCK_TRANSPORTS = ['stdio', 'http', 'ws', 'rest'] as const satisfies readonly TransportName[];

/** What `proctor mock` may be told, as the command line says it. */
export interface MockArguments {
  script?: string;
  fault?: string;
  mutant?: string;
  transport: TransportName;
  /** The protocol version. */
  version?: string;
  port: number;
  /** What every request to a mock that listens must bring in its URL: this, or for true a random one. */
  token?: string | true;
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
  const bare = takeBarePermissive(args);
  const read = parsed(args);
  if (read === undefined) return undefined;
  const { values, positionals, tokens } = read;
  const { transport = usualTransport(values.url), port = '0', permissive, 'border-log': borderLog, ...rest } = values;
  const [role, ...more] = positionals;
  const named = tokens.filter(({ kind }) => kind === 'option').length;
  const once = named === Object.keys(values).length && !(bare && permissive !== undefined);
  const known = MOCK_TRANSPORTS.find((one) => one === transport);
  if (known === undefined || role === undefined || more.length > 0 || !once || !/^\d{1,9}$/.test(port))
    return undefined;
  return {
    role,
    options: {
      ...rest,
      transport: known,
      port: Number(port),
      ...(bare ? { permissive: true } : permissive === undefined ? {} : { permissive }),
      ...(borderLog === undefined ? {} : { borderLog }),
      ...(end < 0 ? {} : { command: line.slice(end + 1) }),
    },
  };
}

/** How a reference is reached that is not told so: one that is told where its server is speaks HTTP. */
export const usualTransport = (url: string | undefined): TransportName =>
  url === undefined ? 'stdio' : /^wss?:/i.test(url) ? 'ws' : 'http';

/** Takes out `--permissive` where no names follow it: the only option that may stand alone. */
function takeBarePermissive(args: string[]): boolean {
  const at = args.findIndex((arg, index) => arg === '--permissive' && (args[index + 1] ?? '-').startsWith('-'));
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
  };
  try {
    return parseArgs({ args, options, allowPositionals: true, tokens: true });
  } catch {
    return undefined;
  }
}
