import { dirname, relative, resolve } from 'node:path';
import type { JsonObject } from '../../src/json/json.js';
import type { Role } from '../../src/language/role.js';
import type { TransportName } from '../../src/language/target.js';
import type { Environment } from '../load/target/environment-values.js';
import { targetFromCommand, targetFromUrl } from '../load/target/target-argv.js';
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
  /** One of both. */
  command?: readonly string[] | undefined;
  url?: string | undefined;
  options: ReadTargetOptions;
}

/** A target in the form of a target file. */
export interface WrittenLine {
  target: WrittenTarget;
  transport: { name: TransportName; spec: JsonObject };
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
export function writtenTarget(
  { role, transports, version, command, url, options }: LineTarget,
  folder: string,
  file: string,
  environment: Environment,
): WrittenLine {
  const { headers, env, cwd, within } = options;
  const bare = command
    ? targetFromCommand(role, command, folder, transports)
    : targetFromUrl(role, String(url), folder);
  if ('message' in bare) throw new InitError([bare.message, bare.suggestion].filter(Boolean).join('; '), 2);
  const isStarted = command !== undefined;
  if (!isStarted && (cwd !== undefined || Object.keys(env).length > 0))
    throw new InitError(
      `${cwd === undefined ? '--env' : '--cwd'} is for what the kit starts, and this target runs already`,
      2,
    );
  if (isStarted && Object.keys(headers).length > 0)
    throw new InitError('--header is for targets that are reached over http or ws; over stdio there are none', 2);
  const offers = new Offers(environment);
  const place = relative(dirname(resolve(folder, file)), resolve(folder, cwd ?? '.'));
  const spec: JsonObject = {
    ...(isStarted ? { command: offers.command(command) } : { url: offers.url(url!) }),
    ...(isStarted && place !== '' ? { cwd: place } : {}),
    ...(Object.keys(env).length > 0 ? { env: each(env, (name, text) => offers.variable(name, text)) } : {}),
    ...(Object.keys(headers).length > 0 ? { headers: each(headers, (name, text) => offers.header(name, text)) } : {}),
  };
  const target: WrittenTarget = {
    name: bare.name,
    role,
    ...(version === undefined ? {} : { version }),
    transports: { [bare.transport]: spec },
  };
  return {
    target: within === undefined ? target : { ...target, within },
    transport: { name: bare.transport, spec },
    offers,
  };
}

const each = (texts: { [name: string]: string }, change: (name: string, text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(name, text)]));
