// What the corpus has: roles, requirements and mutants, as their files say it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { NewError } from './files.mjs';

const read = (path) => parse(readFileSync(path, 'utf8'));
const below = (folder, fits) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fits.test(name))
    .map((name) => join(folder, name))
    .sort();

/** The roles by name, as role.yaml has them. */
export function roles() {
  const files = below('cases', /(?:^|\/)role\.yaml$/).map(read);
  return new Map(files.map((role) => [role.role, role]));
}

/** A role, or a NewError that lists all. */
export function roleOf(name) {
  const all = roles();
  if (!all.has(name))
    throw new NewError(`there is no role ${JSON.stringify(name)}; there are ${[...all.keys()].join(', ')}`);
  return all.get(name);
}

/** The protocols by name. */
export const protocols = () => [...new Set([...roles().keys()].map((role) => role.split('/')[0]))];

/** The version of a protocol that is meant if none is named. */
export function usualVersion(protocol) {
  const { versions, default: named = Object.keys(versions).at(-1) } = read(join('cases', protocol, 'versions.yaml'));
  return named;
}

/** Requirement files of a protocol, each with its path and what it says. */
export const requirementFiles = (protocol) =>
  below(join('cases', protocol), /^requirements[^/]*\.yaml$/).map((path) => ({ path, ...read(path) }));

/** Every requirement of a protocol with its roles and its file. */
export function requirements(protocol) {
  return requirementFiles(protocol).flatMap(({ path, roles: usual = [], requirements: all }) =>
    all.map(({ id, roles: own = usual }) => ({ id, path, roles: [own].flat() })),
  );
}

/** The mutant files of a role, the one without more to its name first. */
export function mutantFiles(role) {
  const [protocol] = role.split('/');
  const files = below(join('cases', protocol), /^mutants[^/]*\.yaml$/).map((path) => ({ path, ...read(path) }));
  return files.filter((file) => file.role === role || file.mutants.some((one) => one.role === role));
}

/** Every mutant of a role: its id, and the requirement that it breaks. */
export const mutants = (role) =>
  mutantFiles(role).flatMap((file) => file.mutants.filter((one) => (one.role ?? file.role) === role));

/** The first free number behind the ids that begin so: `MCP-PING-04`. */
export function freeId(protocol, start) {
  const taken = new Set(requirements(protocol).map(({ id }) => id));
  for (let number = 1; ; number += 1) {
    const id = `${start}-${String(number).padStart(2, '0')}`;
    if (!taken.has(id)) return id;
  }
}

/** The files with the cases of a role. */
export const caseFiles = (role) =>
  below(join('cases', role), /\.yaml$/).filter((path) => !/(?:^|\/)(?:role|fragments)\.yaml$/.test(path));

/** Whether some case, wire rule or role of the protocol checks a requirement. */
export function isChecked(protocol, id) {
  const word = new RegExp(`(?<![\\w-])${id}(?![\\w-])`);
  return below(join('cases', protocol), /\.yaml$/)
    .filter((path) => !/\/(?:requirements|mutants)[^/]*\.yaml$/.test(path))
    .some((path) => word.test(readFileSync(path, 'utf8')));
}

/** Which form ids have, as the schemas say it. */
const patternIn = (schema, ...members) =>
  new RegExp(members.reduce((value, name) => value[name], JSON.parse(readFileSync(schema, 'utf8'))).pattern);
export const REQUIREMENT_ID = () =>
  patternIn('schemas/requirements/v1.json', '$defs', 'Requirement', 'properties', 'id');
export const MUTANT_ID = () => patternIn('schemas/mutants/v1.json', '$defs', 'Mutant', 'properties', 'id');

/** `AREA.NAME` as two parts: the area is the file of cases, the name is one in it. Throws NewError. */
export function areaAndName(text, example) {
  const parts = text.split('.');
  if (parts.length !== 2 || parts.some((part) => !/^[a-z0-9][a-z0-9-]*$/.test(part)))
    throw new NewError(
      `${JSON.stringify(text)} is not AREA.NAME, such as ${example}: the area is the file of the cases`,
    );
  return parts;
}
