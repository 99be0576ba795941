import { resolve } from 'node:path';
import { own, setOwn } from '../../../src/json/own.js';
import { durationMistake, parseDuration } from '../../../src/language/duration.js';
import type { Target, TransportSpec } from '../../../src/language/target.js';
import type { UsageProblem } from '../../types.js';
import { type Environment, variablesIn, withVariables } from './environment-values.js';
import { secretsOfSpec } from './secrets.js';

/** What the command line says of a target beside its command, its url or its file. */
export interface TargetOptions {
  /** As `NAME: VALUE`; a value may name `${env.NAME}`. */
  header: readonly string[];
  /** As `NAME=VALUE`. */
  env: readonly string[];
  cwd?: string;
  /** A duration. */
  within?: string;
}

/** What a command line says of a target, in the form of a target file: `${env.NAME}` still stands in the texts. */
export interface ReadTargetOptions {
  headers: { [name: string]: string };
  env: { [name: string]: string };
  cwd?: string;
  within?: string;
}

/** Reads the options; a problem where one is not what it should be. */
export function readTargetOptions({ header, env, cwd, within }: TargetOptions): ReadTargetOptions | UsageProblem {
  const headers: { [name: string]: string } = {};
  for (const text of header) {
    const [, name, written] = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*:(.*)$/s.exec(text) ?? [];
    const value = written?.trim();
    if (name === undefined || value === undefined || /[\r\n\0]/.test(value))
      return {
        message: '--header takes `NAME: VALUE`',
        suggestion: "such as --header 'authorization: Bearer ${env.TOKEN}'",
      };
    setOwn(headers, name.toLowerCase(), value);
  }
  const variables: { [name: string]: string } = {};
  for (const text of env) {
    const [, name, value] = /^([^=\0]+)=([^\0]*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined)
      return { message: '--env takes `NAME=VALUE`', suggestion: 'the rest of the environment is passed on as it is' };
    setOwn(variables, name, value);
  }
  if (within !== undefined && !/^\d+(\.\d+)?(ms|s|m)$/.test(within))
    return { message: `--within takes a duration with its unit, not \`${within}\``, suggestion: 'such as 20s' };
  const mistake = within === undefined ? undefined : durationMistake(within);
  if (mistake !== undefined) return { message: `--within: ${mistake}` };
  if (within !== undefined && parseDuration(within) === 0) return { message: '--within must be longer than nothing' };
  return {
    headers,
    env: variables,
    ...(cwd === undefined ? {} : { cwd }),
    ...(within === undefined ? {} : { within }),
  };
}

/**
 * A target as the command line has it: its headers and variables beside those of the file, its folder and budget in their
 * place. A problem where an option has nothing to say to this target, or names a variable that is not set.
 *
 * @param folder what `cwd` is relative to
 */
export function withTargetOptions(
  target: Target,
  given: ReadTargetOptions,
  folder: string,
  environment: Environment,
): Target | UsageProblem {
  const { headers, env, cwd, within } = given;
  const specs = Object.entries(target.transports) as [string, TransportSpec][];
  if (Object.keys(headers).length > 0 && specs.every(([name]) => name === 'stdio'))
    return { message: '--header is for targets that are reached over http or ws; over stdio there are none' };
  const option = cwd === undefined ? '--env' : '--cwd';
  if ((cwd !== undefined || Object.keys(env).length > 0) && specs.every(([, { command }]) => command === undefined))
    return { message: `${option} is for what Proctor starts, and this target already runs` };
  const missing = [...Object.values(headers), ...Object.values(env)]
    .flatMap(variablesIn)
    .find((name) => !own(environment, name));
  if (missing !== undefined) return { message: `the environment variable \`${missing}\` is not set` };
  const filled = (texts: { [name: string]: string }) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, withVariables(text, environment)]));
  const transports = specs.map(([name, spec]) => [
    name,
    {
      ...spec,
      headers: name === 'stdio' ? spec.headers : { ...without(spec.headers, headers), ...filled(headers) },
      env: { ...spec.env, ...filled(env) },
      ...(cwd === undefined ? {} : { cwd: resolve(folder, cwd) }),
    },
  ]);
  return {
    ...target,
    transports: Object.fromEntries(transports),
    secrets: new Map([...target.secrets, ...secretsOfSpec({ headers, env }, environment)]),
    ...(within === undefined ? {} : { within }),
  };
}

/** Headers without those of the same names, whatever their case. */
function without(headers: TransportSpec['headers'], others: object): TransportSpec['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !(name.toLowerCase() in others)));
}
