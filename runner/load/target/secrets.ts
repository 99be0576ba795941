import {
  isPath,
  saysWhere,
  secretsInNamed,
  secretsInUrl,
  secretsInWords,
} from '../../../src/json/secrets/credentials.js';
import type { TransportSpec } from '../../../src/language/target.js';
import { type Environment, secretsIn, variablesIn, withVariables } from './environment-values.js';

/** What of a target may hold secrets, as its file or the command line writes it. */
export type WrittenSpec = Partial<Pick<TransportSpec, 'command' | 'url' | 'headers' | 'env'>>;

/**
 * The values of a target that no report may show, by a name of where they come from: what `${env.NAME}` stands for anywhere in it; what its
 * headers and variables say that are credentials by their names, or look like some; options of its command, and user, password and query of
 * its URL. `Secrets` leaves out what is too short or too common.
 */
export function secretsOfSpec(
  { command = [], url = '', headers = {}, env = {} }: WrittenSpec,
  given: Environment,
): [string, string][] {
  const named = [...Object.entries(headers), ...Object.entries(env)].filter(
    (one): one is [string, string] => one[1] !== null,
  );
  const others = [...command, url, ...Object.values(env)];
  const ofOthers = secretsIn(others, given).filter(
    ([name, value]) => !saysWhere(name.replace(/^env\./, '')) && !isPath(value),
  );
  // A secret in a header or variable may have another text beside it: what is filled in is looked at, too.
  const filled = (text: string) => (variablesIn(text).length === 0 ? text : withVariables(text, given));
  return [
    ...secretsIn(Object.values(headers), given),
    ...ofOthers,
    ...named.flatMap(([name, value]) => numbered(`set.${name}`, secretsInNamed(name, value))),
    ...numbered('command', secretsInWords(command)),
    ...numbered('url', secretsInUrl(filled(url))),
  ];
}

const numbered = (name: string, values: readonly string[]) =>
  values.map((value, index): [string, string] => [`${name}.${index}`, value]);
