import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/json/json.js';
import type { Step } from '../../src/language/case.js';
import { fragmentsOf, type LoadedCases, loadCaseFile } from './case/cases.js';
import type { Fragments } from './case/steps.js';
import { formatOf } from './files/formats.js';
import { formatProblem } from './files/problems.js';
import { parseYaml } from './files/yaml.js';
import type { References } from './references.js';

/** The format of case files. */
export const format = await formatOf('case');

/** The fragments of a role, from the text of its fragments.yaml. */
export function fragmentsFrom(text: string): Fragments {
  const { source } = parseYaml('role/fragments.yaml', text);
  return fragmentsOf(source, source.data as JsonObject);
}

/** What stands around the cases of a file. */
interface Around {
  /** Text of the role's fragments.yaml. */
  role?: string;
  references?: References;
  /** What stands above `cases:`, which is then in line 3 by default. */
  head?: string;
}

/**
 * Loads cases from text, for tests: the list below `cases:`, which begins in line 4. `lines` are the problems, the first
 * line of each; the file is called c.yaml.
 */
export function load(cases: string, around: Around = {}): LoadedCases & { lines: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'cases-'));
  try {
    const path = join(folder, 'c.yaml');
    writeFileSync(path, `${around.head ?? 'suite: S\nrole: mcp/server\n'}cases:\n${cases}`);
    const loaded = loadCaseFile(path, 'c.yaml', {
      format,
      ...(around.role === undefined ? {} : { fragments: fragmentsFrom(around.role) }),
      ...(around.references ? { references: around.references } : {}),
    });
    return { ...loaded, lines: loaded.problems.map((one) => formatProblem(one).split('\n')[0]!) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The verbs of steps with their channels, nested as the steps are. */
export function outline(steps: readonly Step[]): unknown[] {
  return steps.map((step) => {
    const inside = step.steps ? [outline(step.steps)] : (step.branches ?? []).map((branch) => outline(branch.steps));
    return [`${step.verb}${step.on ? `@${step.on}` : ''}`, ...inside];
  });
}
