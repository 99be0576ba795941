import type { RoleEntry } from '../../src/conversation/role-entry.js';
import { didYouMean } from '../../src/json/suggest.js';
import type { TransportName } from '../../src/language/target.js';
import { faultProblem, setOf } from '../load/faults.js';
import { formatOf } from '../load/files/formats.js';
import { readFormat } from '../load/files/read.js';
import { mutantsIn, referencesIn } from '../load/registry.js';
import { variantsOf } from '../loaded-profiles.js';
import type { Corpus, FileProblem, Mutant } from '../types.js';
import { CHEAPEST_FIRST } from './plays.js';
import type { Defect } from './types.js';

/** A mutant of the catalogue, ready to be put on its reference. */
export function defectOf({ id, role, breaks, version, reference, fault, place }: Mutant): Defect {
  const { title } = fault;
  return {
    id,
    role,
    requirement: breaks,
    ...(version === undefined ? {} : { version }),
    ...(typeof title === 'string' ? { title } : {}),
    ...(reference === undefined ? {} : { reference }),
    faults: setOf([{ ...fault, id }]),
    place,
  };
}

/** What the faults of a catalogue are held against. */
export type Reference = Pick<RoleEntry, 'version' | 'versions' | 'switches'>;

/**
 * Reads a catalogue of mutants from outside. Its requirements need not be ours; its roles must be such that there is a
 * reference of them; references that it brings go before those of the corpus. Everything that is wrong is found at once.
 *
 * @param path where the file is, which is how messages name it
 * @param entries the roles that have a reference
 * @param corpus says which roles these extend, and has the references that mutants may name
 */
export async function readDefects(
  path: string,
  entries: ReadonlyMap<string, Reference>,
  corpus: Pick<Corpus, 'roles' | 'versions' | 'defaults' | 'references'>,
): Promise<{ defects: Defect[]; references: Corpus['references']; problems: FileProblem[] }> {
  const { source, data, problems } = readFormat(path, path, await formatOf('mutants'));
  if (!data) return { defects: [], references: corpus.references, problems };
  const brought = referencesIn(data, source, problems);
  const references = new Map([...corpus.references, ...brought.map((one) => [one.id, one] as const)]);
  for (const [index, { role, rules }] of brought.entries())
    for (const [nth, rule] of rules.entries()) {
      const wrong = faultProblem(String(rule.id), rule, variantsOf(corpus, role, entries.get(role)?.version));
      if (wrong !== undefined) problems.push(source.problem(`/references/${index}/rules/${nth}`, wrong));
    }
  const defects = new Map<string, Defect>();
  for (const [index, one] of mutantsIn(data, source, problems).entries()) {
    const at = `/mutants/${index}`;
    const { id, breaks, role, also: _, version, reference: on, ...fault } = one;
    if (role === undefined) continue;
    const report = (pointer: string, message: string, suggestion?: string) => {
      // What the mutant does not say itself stands in the head of the file.
      const isOwn = pointer === '' || Object.hasOwn(data.mutants[index]!, pointer.slice(1));
      const place = isOwn ? `${at}${pointer}` : pointer;
      problems.push(source.problem(place, message, suggestion === undefined ? {} : { suggestion }));
    };
    const earlier = defects.get(id);
    if (earlier) report('/id', `\`${id}\` is here twice`, `the first one is in line ${earlier.place.line}`);
    const reference = entries.get(role);
    if (!reference) report('/role', `there is no reference of \`${role}\``, didYouMean(role, entries.keys()));
    if (version !== undefined && reference && !reference.versions.includes(version))
      report('/version', `the reference does not speak \`${version}\``, didYouMean(version, reference.versions));
    const wrong = reference && faultProblem(id, fault, variantsOf(corpus, role, version ?? reference.version));
    if (wrong !== undefined) report('', wrong);
    const { switch: name } = fault;
    if (name !== undefined && reference && !reference.switches.includes(name))
      report('/switch', `the reference has no switch \`${name}\``, didYouMean(name, reference.switches));
    const named = {
      ...(version === undefined ? {} : { version }),
      ...(on === undefined ? {} : { reference: on }),
    };
    if (named.reference !== undefined && references.get(named.reference)?.role !== role)
      report(
        '/reference',
        `there is no reference \`${named.reference}\` of ${role}`,
        didYouMean(named.reference, references.keys()),
      );
    if (!earlier) defects.set(id, defectOf({ id, breaks, role, ...named, fault, place: source.place(at) }));
  }
  return { defects: [...defects.values()], references, problems };
}

/** Whether what a fault does depends on what came before, so that two cases can't share a process that has it. */
export function remembers({ faults }: Defect): boolean {
  const lasting = /"(hold|exit|close|delay)":/;
  return faults.rules.some(
    (rule) => rule.nth !== undefined || rule.after !== undefined || lasting.test(textOf(rule.do)),
  );
}

/** The transports on which a defect is tried, in order: first those that it speaks of, for it acts on no other; then by cost. */
export function transportsFor(
  { faults }: Defect,
  offered: readonly TransportName[],
  cheapest: readonly TransportName[] = CHEAPEST_FIRST,
): TransportName[] {
  const text = textOf(faults.rules);
  const speaks: [TransportName, RegExp][] = [
    ['http', /"(http|sse|body)":|"\/(http|sse|body)\b/],
    ['ws', /"frame":|"\/frame\b/],
  ];
  const named = speaks.filter(([name, words]) => offered.includes(name) && words.test(text)).map(([name]) => name);
  return [...named, ...cheapest.filter((name) => offered.includes(name) && !named.includes(name))];
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner));
