import { basename } from 'node:path';
import type { Role } from '../../../src/language/role.js';
import type { Target, TransportName, TransportSpec } from '../../../src/language/target.js';
import type { UsageProblem } from '../../types.js';
import { secretsOfSpec } from './secrets.js';

/** Programs that run other programs: what they run is a better name for a target. */
const RUNNERS = new Set([
  'node',
  'npx',
  'bun',
  'bunx',
  'deno',
  'tsx',
  'python',
  'python3',
  'uv',
  'uvx',
  'ruby',
  'java',
  'env',
  'sh',
  'bash',
]);

/** How a command line names a target: by a command, an address, or both, if the command starts what listens there. */
export interface NamedTarget {
  /** At least one word. */
  command?: readonly string[] | undefined;
  url?: string | undefined;
  /** By default what follows from the others. */
  transport?: TransportName | undefined;
}

/** What a server prints when it listens, by transport: its address. */
const PRINTED = {
  http: '(https?://[^\\s"\'<>,;)]+)',
  rest: '(https?://[^\\s"\'<>,;)]+)',
  ws: '(wss?://[^\\s"\'<>,;)]+)',
};

/**
 * The target that a command line names, without behaviors. A started server without an address prints it. A problem where what was given
 * does not fit together.
 *
 * @param cwd where the command is started
 * @param transports those of the role
 */
export function targetFromLine(
  role: string,
  { command, url, transport }: NamedTarget,
  cwd: string,
  transports: Role['transports'] = ['stdio'],
): Target | UsageProblem {
  if (transport !== undefined && !transports.includes(transport))
    return { message: `${role} is not spoken over ${transport}`, suggestion: `it is over ${transports.join(', ')}` };
  if (url !== undefined) return atAddress(role, { command, url, transport }, cwd);
  if (command === undefined) return { message: `over ${transport}, give the command of the target after \`--\`` };
  const usual = targetFromCommand(role, command, cwd, transports);
  if (transport === undefined || transport === usual.transport) return usual;
  const spec = { ...usual.transports[usual.transport]! };
  const isCalled = command.some((word) => word.includes('${peer.'));
  const ready = transport === 'stdio' || isCalled ? {} : { ready: { stdout: PRINTED[transport] } };
  return { ...usual, transport, transports: { [transport]: { ...spec, ...ready } } };
}

function atAddress(
  role: string,
  { command, url, transport }: NamedTarget & { url: string },
  cwd: string,
): Target | UsageProblem {
  const at = targetFromUrl(role, url, cwd);
  if ('message' in at) return at;
  const found = at.transport;
  const isSame = transport === undefined || transport === found || (transport === 'rest' && found === 'http');
  if (!isSame)
    return { message: `\`${url}\` is not an address for ${transport}`, suggestion: `it is one for ${found}` };
  const name = transport ?? found;
  const spec = { ...at.transports[found]!, ...(command === undefined ? {} : { command: [...command] }) };
  const called = command === undefined ? at.name : nameOf(command);
  return { ...at, name: called, transport: name, transports: { [name]: spec } };
}

/**
 * The target of `--role ROLE -- COMMAND ARG…`, without behaviors: a process that speaks on stdin and stdout. A client that takes a
 * `${peer.url}`, or whose role does not know stdio, speaks over the first other transport of its role.
 *
 * @param argv the command, at least one word
 * @param cwd where the command is started
 * @param transports those of the role
 */
export function targetFromCommand(
  role: string,
  argv: readonly string[],
  cwd: string,
  transports: Role['transports'] = ['stdio'],
): Target {
  const isCalled = argv.some((word) => word.includes('${peer.url'));
  const other =
    isCalled || !transports.includes('stdio') ? transports.find((one) => one !== 'stdio' && one !== 'tcp') : undefined;
  return bare(role, nameOf(argv), other ?? 'stdio', { command: [...argv], cwd, env: {}, headers: {}, stop: {} });
}

/**
 * The target of `--role ROLE --url URL`: a server that runs already, reached by http, https, ws or wss. A problem where the
 * text is no such URL.
 */
export function targetFromUrl(role: string, text: string, cwd: string): Target | UsageProblem {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const transport =
    url && ({ 'http:': 'http', 'https:': 'http', 'ws:': 'ws', 'wss:': 'ws' } as const)[url.protocol as 'http:'];
  if (!url || !transport)
    return {
      message: `\`${text}\` is not a URL that a target can be reached by`,
      suggestion: 'such as http://127.0.0.1:3000/mcp',
    };
  return bare(role, url.host, transport, { url: text, cwd, env: {}, headers: {}, stop: {} });
}

function bare(role: string, name: string, transport: TransportName, spec: TransportSpec): Target {
  return {
    name,
    role,
    transports: { [transport]: spec },
    transport,
    isolation: 'shared',
    behaviors: new Map(),
    untestable: [],
    secrets: new Map(secretsOfSpec(spec, {})),
    clock: false,
  };
}

export function nameOf(argv: readonly string[]): string {
  const words = argv.filter((word) => !word.startsWith('-') && !/^\w+=/.test(word)).map((word) => basename(word));
  return words.find((word) => !RUNNERS.has(word.replace(/\.exe$/, ''))) ?? words[0] ?? 'target';
}
