import { type Dirent, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Command } from 'commander';
import { REPORTERS } from '../../reports/index.js';
import { own } from '../../src/json/own.js';
import { printable } from '../../src/json/visible.js';
import { stdout } from '../../src/wire/output.js';
import type { Corpus } from '../types.js';
import { casesOf } from './support/index-of.js';

/** Beyond the command line itself, what can stand at a place, with what it is. */
type Words = Iterable<readonly [word: string, about: string]>;

/** How many folders below the working directory files are offered from. */
const DEEP = 3;

/**
 * Adds `complete`, which prints the script of a shell, and answers it: `complete -- WORDS…` prints what can stand in place of the last
 * word. Commands, options and choices come from the command line as it is defined; ids, roles and versions from the corpus, which
 * is loaded only then. Does nothing if argv names another command.
 */
export async function addCompletion(
  root: Command,
  argv: readonly string[],
  corpus: () => Promise<Corpus>,
): Promise<void> {
  if (root.commands.some((command) => command.name() === argv[2])) return;
  // It is ESM alone, and not packed: it has no licence file that could be packed with it.
  const { default: tab } = createRequire(import.meta.url)(
    '@bomb.sh/tab/commander',
  ) as typeof import('@bomb.sh/tab/commander');
  // What answers shells prints by the console.
  if (argv[2] === 'complete') console.log = (...words) => stdout.write(`${words.join(' ')}\n`);
  const completions = tab(root);
  root.commands
    .find((command) => command.name() === 'complete')
    ?.description('Print a script that completes commands in your shell');
  if (argv[2] !== 'complete' || argv[3] !== '--') return;
  const words = wordsOf(await corpus(), argv.slice(4));
  for (const [command, places] of Object.entries(words))
    for (const [name, offered] of Object.entries(places)) {
      const { options, arguments: positions } = completions.commands.get(command)!;
      const place = options.get(name) ?? positions.get(name);
      if (place === undefined) throw new Error(`${command} takes no ${name}`);
      place.handler = (complete) => {
        for (const [word, about] of offered()) complete(word, about);
      };
      if ('isBoolean' in place) place.isBoolean = false;
    }
}

/** By command, then by option or argument. */
function wordsOf(corpus: Corpus, typed: readonly string[]): { [command: string]: { [place: string]: () => Words } } {
  const { requirements, mutants, behaviors, roles, versions } = corpus;
  const plain = (words: Iterable<string>) => [...words].map((word) => [word, ''] as const);
  const files =
    (...endings: string[]) =>
    () =>
      plain(filesBelow('.', endings));
  const yaml = files('.yaml', '.yml');
  const ofRoles = () => [...roles.values()].map(({ role, peer }) => [role, `Proctor plays ${peer}`] as const);
  const ofVersions = () => plain(new Set([...versions.values()].flatMap((known) => [...known.keys()])));
  const ofMutants = () => [...mutants.values()].map(({ id, fault: { title } }) => [id, text(title)] as const);
  const ofCases = () => [...casesOf(corpus).values()].map(({ id, title }) => [id, title] as const);
  const ofRequirements = () => [...requirements.values()].map(({ id, text: about }) => [id, about] as const);
  const ofBehaviors = () =>
    [...behaviors.values()].flatMap((known) =>
      [...known.values()].map(({ name, text: about }) => [name, about] as const),
    );
  const listed: { [what: string]: () => Words } = {
    cases: ofCases,
    requirements: ofRequirements,
    behaviors: ofBehaviors,
    mutants: ofMutants,
  };
  return {
    run: {
      pattern: () => [...ofRoles(), ...ofCases()],
      target: yaml,
      role: ofRoles,
      transport: () => plain(new Set([...roles.values()].flatMap(({ transports }) => transports))),
      reporter: () => plain(REPORTERS),
      known: yaml,
      version: ofVersions,
      wrap: files(''),
    },
    list: { pattern: () => [...ofRoles(), ...(own(listed, typed[1] ?? '')?.() ?? [])] },
    explain: {
      role: ofRoles,
      id: () => [
        ['mock', 'the mock of a role'],
        ...ofRequirements(),
        ...ofCases(),
        ...ofBehaviors(),
        ...ofMutants(),
        ...ofRoles(),
      ],
    },
    validate: { 'role|schema': ofRoles, file: files('') },
    coverage: { pattern: ofRequirements },
    selftest: { pattern: () => [...ofRoles(), ...ofMutants()], mutants: yaml },
    log: { file: files('') },
    mock: { role: ofRoles, script: yaml, fault: yaml, mutant: ofMutants, version: ofVersions },
  };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** How many entries of folders are looked at: whoever types waits. */
const MOST = 20_000;

/** The files with one of these endings, in this folder and below it. What can't be read has none. */
function filesBelow(folder: string, endings: readonly string[]): string[] {
  const found: string[] = [];
  let looked = 0;
  const look = (at: string, deep: number) => {
    for (const entry of entriesOf(at)) {
      if (++looked > MOST) return;
      const path = join(at, entry.name);
      // A name that can't be typed is no help, and a shell would print it.
      if (path !== printable(path) || /[\n\t]/.test(path)) continue;
      if (entry.isFile() && endings.some((ending) => path.endsWith(ending))) found.push(path);
      const isOwn = entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.');
      if (isOwn && deep > 0) look(path, deep - 1);
    }
  };
  look(folder, DEEP);
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
