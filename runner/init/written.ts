import { dirname, relative, resolve } from 'node:path';
import type { JsonObject } from '../../src/json/json.js';
import type { Role } from '../../src/language/role.js';
import type { Target, TransportName } from '../../src/language/target.js';
import type { Environment } from '../load/target/environment-values.js';
import { type NamedTarget, targetFromLine } from '../load/target/target-argv.js';
import type { ReadTargetOptions } from '../load/target/target-options.js';
import { InitError } from './init-error.js';
import { Offers } from './offered.js';
import type { WrittenTarget } from './target-document.js';

/** What the command line says of a target. */
export interface LineTarget {
  role: string;
  /** The transports that its role knows; stdio where they are not given. */
  transports?: Role['transports'] | undefined;
  version?: string | undefined;
  /** At least one of both; with both the command starts what listens at the address. */
  command?: readonly string[] | undefined;
  url?: string | undefined;
  /** Over what it is spoken to; by default what follows from the others. */
  transport?: TransportName | 'all' | undefined;
  options: ReadTargetOptions;
}

/** How a target is started and reached over a transport. */
export interface WrittenTransport {
  name: TransportName;
  spec: JsonObject;
}

/** A target in the form of a target file. */
export interface WrittenLine {
  target: WrittenTarget;
  transports: WrittenTransport[];
  /** The variables that stand in it for secrets. */
  offers: Offers;
}

/**
 * A target as its file describes it. In place of a secret the file has the name of a variable: one that holds it, or a new one that the
 * user has to set.
 *
 * @param folder where the command line stands
 * @param file the target file, relative to it
 */
export function writtenTarget(line: LineTarget, folder: string, file: string, environment: Environment): WrittenLine {
  const { role, version, command, options } = line;
  const { headers, env, cwd, within } = options;
  const bare = targetsOf(line, folder);
  const isStarted = command !== undefined;
  if (!isStarted && (cwd !== undefined || Object.keys(env).length > 0))
    throw new InitError(
      `${cwd === undefined ? '--env' : '--cwd'} is for what Proctor starts, and this target already runs`,
      2,
    );
  if (bare.every(({ transport }) => transport === 'stdio') && Object.keys(headers).length > 0)
    throw new InitError('--header is for targets that are reached over http or ws; over stdio there are none', 2);
  const offers = new Offers(environment);
  const place = relative(dirname(resolve(folder, file)), resolve(folder, cwd ?? '.'));
  const transports = bare.map(({ transport, transports }): WrittenTransport => {
    const { command, url, ready } = transports[transport]!;
    const isHeaded = transport !== 'stdio' && Object.keys(headers).length > 0;
    const spec: JsonObject = {
      ...(command === undefined ? {} : { command: offers.command(command) }),
      ...(url === undefined ? {} : { url: offers.url(url) }),
      ...(ready === undefined ? {} : { ready: { ...ready } as JsonObject }),
      ...(isStarted && place !== '' ? { cwd: place } : {}),
      ...(Object.keys(env).length > 0 ? { env: each(env, (name, text) => offers.variable(name, text)) } : {}),
      ...(isHeaded ? { headers: each(headers, (name, text) => offers.header(name, text)) } : {}),
    };
    return { name: transport, spec };
  });
  const target: WrittenTarget = {
    name: bare[0]!.name,
    role,
    ...(version === undefined ? {} : { version }),
    transports: Object.fromEntries(transports.map(({ name, spec }) => [name, spec])),
  };
  return { target: within === undefined ? target : { ...target, within }, transports, offers };
}

/** The target that a command line names, over each transport that it asks for. Throws InitError. */
function targetsOf({ role, transports, command, url, transport }: LineTarget, folder: string): Target[] {
  const over = (name: TransportName | undefined, named: NamedTarget): Target => {
    const found = targetFromLine(role, { ...named, transport: name }, folder, transports);
    if (!('message' in found)) return found;
    throw new InitError([found.message, found.suggestion].filter(Boolean).join('; '), 2);
  };
  if (transport !== 'all') return [over(transport, { command, url })];
  const isSpoken = (name: TransportName) => transports?.includes(name) ?? false;
  const overStdio = command !== undefined && isSpoken('stdio') ? [over('stdio', { command })] : [];
  const listening = url === undefined && isSpoken('http') ? [over('http', { command })] : [];
  return [...overStdio, ...(url === undefined ? listening : [over(undefined, { command, url })])];
}

const each = (texts: { [name: string]: string }, change: (name: string, text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(name, text)]));
