import { existsSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { Document } from 'yaml';
import { isObject, type JsonObject } from '../../src/json/json.js';
import type { TransportSpec } from '../../src/language/target.js';
import { parseJsonc } from './jsonc.js';
import { ACTIONS, buildSteps, type Step, textOf } from './workflow-builds.js';

/** What a workflow is written for. */
export interface WorkflowSubject {
  /** Where `init` runs: the folder of the target file. */
  folder: string;
  /** That of the repository, or the same. */
  root: string;
  /** Version of Proctor, which CI uses too if the project does not depend on one. */
  version: string;
  /** The target file, if it is not the one that `run` takes without being told. */
  target?: string | undefined;
  /** Names of variables of the environment that the target file names. */
  secrets: readonly string[];
  transports: readonly Pick<TransportSpec, 'command' | 'url'>[];
}

/** How long a job may take, in minutes: whole suites take one or two. */
const MINUTES = 20;

/** How long a server may take until it listens, in seconds. */
const WITHIN = 60;

const HEAD = [
  'Written by `proctor init`, which leaves it alone from now on: edit it as you like.',
  'A push to a branch that has a pull request here would run twice, so the job runs for pull requests of forks alone.',
];
/** Whether an event is the only one of its push. */
const ONCE = "github.event_name == 'push' || github.event.pull_request.head.repo.full_name != github.repository";

/** A workflow for GitHub Actions that builds the project, runs the cases, annotates what fails and leaves a summary and a report. */
export function workflow(subject: WorkflowSubject): string {
  const { folder, root, secrets, transports } = subject;
  const home = relative(root, folder).split(sep).join('/');
  const env = Object.fromEntries(secrets.map((name) => [name, `\${{ secrets.${name} }}`]));
  const build = buildSteps(folder, root, transports.find(({ command }) => command)?.command?.[0]);
  const steps: Step[] = [
    { uses: ACTIONS.checkout },
    { uses: ACTIONS.setupNode, with: { 'node-version': 22 } },
    ...findSteps(subject),
    ...build,
    ...startSteps(subject),
    ...conformance(subject, home, env),
  ];
  const document = new Document({
    name: 'Conformance',
    on: ['push', 'pull_request'],
    permissions: { contents: 'read' },
    jobs: {
      proctor: {
        if: ONCE,
        'runs-on': 'ubuntu-latest',
        'timeout-minutes': MINUTES,
        ...(home === '' ? {} : { defaults: { run: { 'working-directory': home } } }),
        steps,
      },
    },
  });
  document.commentBefore = HEAD.map((line) => ` ${line}`).join('\n');
  return document.toString({ lineWidth: 0 }).replace(/\n\n/, '\n');
}

/**
 * The steps that run the cases: the action of the package, which annotates, writes the summary and uploads the reports. It is found where the
 * project has its dependencies, or where a step installs the packed file. A project whose packages are in no folder runs the program itself.
 */
function conformance(subject: WorkflowSubject, home: string, env: { [name: string]: string }): Step[] {
  const named = Object.keys(env).length === 0 ? {} : { env };
  if (isWithoutFolder(subject)) {
    return [
      { name: 'Conformance', ...named, run: `${calledByYarn(subject).join(' \\\n  ')}\n` },
      {
        ...{ uses: ACTIONS.uploadArtifact, if: 'always()' },
        with: { name: 'proctor', path: posix.join(home, 'proctor.xml') },
      },
    ];
  }
  const { target } = subject;
  const isInstalled = dependencyOn(subject.folder) !== undefined;
  const at = isInstalled ? dependenciesOf(subject) : posix.join(home, INSTALLED);
  const install = { name: 'Install Proctor', run: installed(subject) };
  return [
    ...(isInstalled ? [] : [install]),
    {
      name: 'Conformance',
      ...named,
      uses: `./${posix.join(at, 'node_modules/proctor')}`,
      with: {
        ...(home === '' ? {} : { 'working-directory': literal(home) }),
        ...(target === undefined ? {} : { target: literal(target) }),
        known: 'known.yaml',
      },
    },
  ];
}

/** Where a job installs the packed file, from the folder of the target file. */
const INSTALLED = '.proctor/ci';

const installed = (subject: WorkflowSubject): string =>
  `npm install --no-save --no-audit --no-fund --prefix ${INSTALLED} "$PWD/"${quoted(packedFile(subject)!)}\n`;

/** The folder that has the packages of a project, from the root of the repository: a workspace has them further up. */
function dependenciesOf({ folder, root }: WorkflowSubject): string {
  for (let at = folder; ; at = dirname(at)) {
    const isHere = existsSync(join(at, 'node_modules', 'proctor'));
    if (isHere || at === root || dirname(at) === at)
      return relative(root, isHere ? at : folder)
        .split(sep)
        .join('/');
  }
}

/** Whether Yarn keeps the packages of a project in archives, as it does by default since its second version. */
function isWithoutFolder({ folder }: WorkflowSubject): boolean {
  if (dependencyOn(folder) === undefined || !existsSync(join(folder, 'yarn.lock'))) return false;
  if (existsSync(join(folder, '.pnp.cjs'))) return true;
  const settings = join(folder, '.yarnrc.yml');
  return existsSync(settings) && !/^nodeLinker:\s*["']?(?:node-modules|pnpm)\b/m.test(textOf(settings));
}

/**
 * The call of Proctor, a part a line. GitHub takes annotations from stderr as well. What people read goes to stdout: there it comes as it
 * happens, and no text of a target is a command to GitHub.
 */
function calledByYarn({ target }: WorkflowSubject): string[] {
  return [
    'yarn run proctor run',
    ...(target === undefined ? [] : [`--target ${quoted(target)}`]),
    '--known known.yaml',
    '--reporter pretty --reporter github=/dev/stderr',
    '--reporter junit=proctor.xml --reporter "markdown=$GITHUB_STEP_SUMMARY"',
  ];
}

/** A text as an input of an action: nothing in it is an expression of GitHub. */
const literal = (text: string): string => text.replaceAll('${{', () => "${{ '${{' }}");

/** The Proctor that a project depends on, as its package.json has it: a range, or `file:` and a path. Undefined if it does not. */
function dependencyOn(folder: string): string | undefined {
  const { dependencies, devDependencies } = packageOf(folder);
  const found = [devDependencies, dependencies].find((one) => isObject(one) && typeof one.proctor === 'string');
  return found === undefined ? undefined : ((found as JsonObject).proctor as string);
}

/** The packed Proctor that a project installs or runs: the one that it depends on, or else one beside the target file. */
function packedHere(folder: string, version: string): string | undefined {
  return /^file:(.*\.tgz)$/.exec(dependencyOn(folder) ?? `file:proctor-${version}.tgz`)?.[1];
}

type Placed = Pick<WorkflowSubject, 'folder' | 'root' | 'version'>;

/** Where CI has that file: a place in the repository. */
function packedFile({ folder, root, version }: Placed): string | undefined {
  const file = packedHere(folder, version);
  return file !== undefined && isOutside(root, resolve(folder, file)) ? basename(file) : file;
}

const isOutside = (root: string, place: string) => relative(root, place).split(sep)[0] === '..';

/** What to do so that the workflow of a folder finds Proctor; undefined if it does. */
export function missingPacked({ folder, root, version }: Placed): string | undefined {
  const file = packedHere(folder, version);
  if (file === undefined) return undefined;
  const place = resolve(folder, file);
  if (isOutside(root, place))
    return `copy ${file} here, commit it, and install it from here: npm i -D ./${basename(file)}`;
  return existsSync(place) ? undefined : `copy ${file} here and commit it`;
}

/** Proctor is not on npm yet: without its packed file in the repository, npm would look for another package of that name. */
function findSteps(subject: WorkflowSubject): Step[] {
  const file = packedFile(subject);
  if (file === undefined) return [];
  const missing =
    '::error::the packed file of Proctor is not in the repository. Proctor is not on npm yet: commit the file that `npm pack` made, in the place that this step names';
  return [{ name: 'Find Proctor', run: `test -f ${quoted(file)} || {\n  echo '${missing}'\n  exit 1\n}\n` }];
}

/** Scripts of package.json that start a server, and nothing else. */
const STARTS = ['start', 'serve', 'server'];

/** For a server of this machine that `run` reaches by its URL alone: it must be started before. */
function startSteps({ folder, transports }: WorkflowSubject): Step[] {
  const url = transports.find(({ command }) => command === undefined)?.url;
  const { hostname, port, protocol } = new URL(url !== undefined && URL.canParse(url) ? url : 'none:');
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return [];
  const { scripts } = packageOf(folder);
  const script = STARTS.find((name) => isObject(scripts) && typeof scripts[name] === 'string');
  const at = `/dev/tcp/${hostname.replace(/^\[|\]$/g, '')}/${port || (protocol === 'https:' ? 443 : 80)}`;
  const start =
    script === undefined
      ? ['echo "::error::say in this step how the server is started, such as: python server.py &"', 'exit 1']
      : [`npm run ${script} &`];
  const wait = `timeout ${WITHIN} bash -c 'until (exec 3<>${at}) 2>/dev/null; do sleep 1; done'`;
  return [{ name: 'Start the server', run: `${[...start, wait].join('\n')}\n` }];
}

/** A word of a shell. Nothing in it is an expression of GitHub. */
function quoted(word: string): string {
  const plain = /^[\w./:=@%+-]+$/.test(word);
  return plain ? word : `'${word.replaceAll("'", "'\\''").replaceAll('${{', () => "$''{{")}'`;
}

const packageOf = (folder: string): JsonObject => parseJsonc(textOf(join(folder, 'package.json')));

/** The folder of the repository that a folder is in; itself if it is in none. */
export function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** The name of a workflow file, of a subfolder apart from that of another. */
export function workflowFile(folder: string, root: string): string {
  const home = relative(root, folder);
  const usual = join(root, '.github', 'workflows', 'proctor.yml');
  if (home === '' || !existsSync(usual) || textOf(usual).includes(`working-directory: ${home}\n`)) return usual;
  return join(root, '.github', 'workflows', `proctor-${home.replace(/[^\w.-]+/g, '-')}.yml`);
}
