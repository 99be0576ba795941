import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { ReadError, readText } from '../../src/files/read.js';

/** A step of a GitHub workflow. */
export interface Step {
  name?: string;
  uses?: string;
  with?: { [name: string]: string | number };
  if?: string;
  env?: { [name: string]: string };
  run?: string;
  'working-directory'?: string;
}

/** Actions of others, each in the one version that was looked at: a tag can be moved. */
export const ACTIONS = {
  checkout: 'actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683',
  setupNode: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020',
  setupPython: 'actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065',
  setupUv: 'astral-sh/setup-uv@d0cc045d04ccac9d8b7881df0226f9e82c39688e',
  setupGo: 'actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5',
  uploadArtifact: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02',
};

/** Where a project is built. */
interface Place {
  folder: string;
  /** A path of the folder as actions have it, relative to the repository. */
  path(name: string): string;
  /** The program of the target's command, if it is a path in the folder. */
  program: string | undefined;
}

type Build = readonly [file: string, steps: (place: Place) => readonly Step[]];
const run = (...lines: string[]): Step[] => lines.map((line) => ({ run: line }));
const setupPython: Step = { uses: ACTIONS.setupPython, with: { 'python-version': '3.12' } };

/** What a project is installed and built with, by the file that says so: of each language the first that is there. */
const LANGUAGES: readonly (readonly Build[])[] = [
  [
    ['package-lock.json', () => run('npm ci', 'npm run build --if-present')],
    ['pnpm-lock.yaml', () => run('corepack enable', 'pnpm install --frozen-lockfile', 'pnpm run --if-present build')],
    ['yarn.lock', () => run('corepack enable', 'yarn install --immutable')],
    ['package.json', () => run('npm install', 'npm run build --if-present')],
  ],
  [
    ['uv.lock', () => [{ uses: ACTIONS.setupUv }, ...run('uv sync')]],
    ['pyproject.toml', () => [setupPython, ...run('pip install .')]],
    ['requirements.txt', () => [setupPython, ...run('pip install -r requirements.txt')]],
  ],
  [['Cargo.toml', () => run('cargo build --release')]],
  [
    [
      'go.mod',
      (place) => [{ uses: ACTIONS.setupGo, with: { 'go-version-file': place.path('go.mod') } }, ...run(goBuild(place))],
    ],
  ],
];

/**
 * The steps that install and build a project: each language by its file that is nearest to the target file, in the folder of that or above
 * it in the repository.
 *
 * @param program the first word of the command of the target
 */
export function buildSteps(folder: string, root: string, program: string | undefined): Step[] {
  const folders = [folder];
  for (let at = folder; at !== root && dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return LANGUAGES.flatMap((builds) => {
    const at = folders.find((one) => builds.some(([file]) => existsSync(join(one, file))));
    const [, steps] = builds.find(([file]) => at !== undefined && existsSync(join(at, file))) ?? [];
    if (at === undefined || steps === undefined) return [];
    const home = relative(root, at).split(sep).join('/') || '.';
    const isPath = program !== undefined && /^\.\.?\//.test(program);
    const place: Place = {
      folder: at,
      path: (name) => posix.join(home, name),
      program: isPath ? posix.normalize(posix.join(relative(at, folder).split(sep).join('/'), program)) : undefined,
    };
    // Else the steps run where the target file is.
    return steps(place).map((step) => (at === folder || !step.run ? step : { ...step, 'working-directory': home }));
  });
}

/** Builds all of a module, and the program of the command where that is: `go build ./...` alone leaves no program if there are several. */
function goBuild({ folder, program }: Place): string {
  if (program === undefined || !/^[\w./-]+$/.test(program)) return 'go build ./...';
  const isMain = readdirSync(folder).some(
    (name) => name.endsWith('.go') && /^package main$/m.test(textOf(join(folder, name))),
  );
  return isMain ? `go build -o ${program} .` : `go build -o ${posix.dirname(program)}/ ./...`;
}

/** The text of a file of a project; empty if it can't be read. */
export function textOf(path: string): string {
  try {
    return readText(path, { most: 1024 * 1024 });
  } catch (error) {
    if (error instanceof ReadError) return '';
    throw error;
  }
}
