import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a project is built with in CI, by the file that says so. */
const BUILDS: readonly { file: string; steps: readonly string[] }[] = [
  { file: 'package-lock.json', steps: ['- run: npm ci', '- run: npm run build --if-present'] },
  {
    file: 'pnpm-lock.yaml',
    steps: ['- run: corepack enable', '- run: pnpm install --frozen-lockfile', '- run: pnpm run --if-present build'],
  },
  { file: 'yarn.lock', steps: ['- run: corepack enable', '- run: yarn install --immutable'] },
  { file: 'package.json', steps: ['- run: npm install', '- run: npm run build --if-present'] },
  { file: 'uv.lock', steps: ['- uses: astral-sh/setup-uv@v6', '- run: uv sync'] },
  {
    file: 'pyproject.toml',
    steps: ['- uses: actions/setup-python@v5', '  with: { python-version: "3.12" }', '- run: pip install .'],
  },
  { file: 'Cargo.toml', steps: ['- run: cargo build --release'] },
  {
    file: 'go.mod',
    steps: ['- uses: actions/setup-go@v5', '  with: { go-version-file: go.mod }', '- run: go build ./...'],
  },
];

/**
 * A workflow for GitHub Actions that runs the cases and leaves a report.
 *
 * @param folder where the project is
 * @param version of this kit, which CI shall use too
 * @param target the target file, where it is not the one that `run` takes by itself
 * @param secrets names of variables of the environment that the target file names
 */
export function workflow(
  folder: string,
  version: string,
  target: string | undefined,
  secrets: readonly string[],
): string {
  const build = BUILDS.find(({ file }) => existsSync(join(folder, file)));
  const steps = [
    '- uses: actions/checkout@v4',
    '- uses: actions/setup-node@v4',
    '  with: { node-version: 22 }',
    ...(build?.steps ?? ['# Install and build the target here.']),
    '- name: Conformance',
    ...(secrets.length === 0 ? [] : ['  env:', ...secrets.map((name) => `    ${name}: \${{ secrets.${name} }}`)]),
    '  run: >-',
    `    npx --yes proctor@${version} run${target === undefined ? '' : ` --target ${target}`} --known known.yaml`,
    '    --reporter pretty --reporter junit=proctor.xml --reporter markdown=$GITHUB_STEP_SUMMARY',
    '- uses: actions/upload-artifact@v4',
    '  if: always()',
    '  with: { name: proctor, path: proctor.xml }',
  ];
  return [
    '# Written by `proctor init`, which leaves it alone from now on: edit it as you like.',
    'name: Conformance',
    'on:',
    '  push:',
    '  pull_request:',
    'permissions: { contents: read }',
    'jobs:',
    '  proctor:',
    '    runs-on: ubuntu-latest',
    '    steps:',
    ...steps.map((line) => `      ${line}`),
    '',
  ].join('\n');
}

/** A list of known failures without an entry. */
export const knownFile = (schema: string) =>
  [
    `# yaml-language-server: $schema=${schema}`,
    '# Failures that you know of, so that a run is red by new ones alone. An entry that passes makes it red too: take it out then.',
    '#   - { case: mcp.server.tools.unknown, reason: answers with a result, issue: "#12", until: 2027-01-31 }',
    'known: []',
    '',
  ].join('\n');
