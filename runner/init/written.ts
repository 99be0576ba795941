import { dirname, relative, resolve } from 'node:path';
import type { JsonObject } from '../../src/json/json.js';
import type { TransportName } from '../../src/language/target.js';
import { type Environment, variablesIn } from '../load/environment-values.js';
import { targetFromCommand, targetFromUrl } from '../load/target-argv.js';
import type { ReadTargetOptions } from '../load/target-options.js';
import { InitError } from './init-error.js';
import type { WrittenTarget } from './target-document.js';

/** What the command line says of a target. */
export interface LineTarget {
  role: string;
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
}

/** Shortest value of a variable that is looked for in headers: a short one is there by chance. */
const SHORTEST = 8;

/**
 * A target as its file says it. What a header has from the environment stands there by the name of its variable.
 *
 * @param folder where the command line stands
 * @param file the target file, relative to it
 */
export function writtenTarget(
  { role, version, command, url, options }: LineTarget,
  folder: string,
  file: string,
  environment: Environment,
): WrittenLine {
  const { headers, env, cwd, within } = options;
  const bare = command ? targetFromCommand(role, command, folder) : targetFromUrl(role, String(url), folder);
  if ('message' in bare) throw new InitError([bare.message, bare.suggestion].filter(Boolean).join('; '), 2);
  const isStarted = command !== undefined;
  if (!isStarted && (cwd !== undefined || Object.keys(env).length > 0))
    throw new InitError(
      `${cwd === undefined ? '--env' : '--cwd'} is for what the kit starts, and this target runs already`,
      2,
    );
  if (isStarted && Object.keys(headers).length > 0)
    throw new InitError('--header is for targets that are reached over http or ws; over stdio there are none', 2);
  const place = relative(dirname(resolve(folder, file)), resolve(folder, cwd ?? '.'));
  const spec: JsonObject = {
    ...(isStarted ? { command: [...command] } : { url: url! }),
    ...(isStarted && place !== '' ? { cwd: place } : {}),
    ...(Object.keys(env).length > 0 ? { env } : {}),
    ...(Object.keys(headers).length > 0 ? { headers: withoutSecrets(headers, environment) } : {}),
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
  };
}

/** Headers in which the value of a variable is its name again, where a shell has filled it in. */
function withoutSecrets(headers: { [name: string]: string }, environment: Environment): { [name: string]: string } {
  const variables = Object.entries(environment)
    .flatMap(([name, value = '']) => (value.length >= SHORTEST && /^[A-Za-z_]\w*$/.test(name) ? [{ name, value }] : []))
    .sort((a, b) => b.value.length - a.value.length);
  const written = (text: string) => {
    const found = variablesIn(text).length > 0 ? undefined : variables.find(({ value }) => text.includes(value));
    return found ? text.replace(found.value, () => `\${env.${found.name}}`) : text;
  };
  return Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, written(text)]));
}
