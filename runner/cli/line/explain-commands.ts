import type { Command } from 'commander';
import type { ExplainArguments } from '../commands/info.js';
import { LISTS } from '../commands/list-names.js';
import type { SelftestArguments } from '../commands/selftest/selftest.js';
import { collect, integer, oneOf } from './parsers.js';

/** Adds `list`. */
export function addList(
  root: Command,
  act: (what: string, patterns: string[], options: { json: boolean; cases: string[] }) => Promise<void>,
): void {
  root
    .command('list')
    .summary('List cases, requirements, behaviors, mutants, methods or schemas')
    .description('List cases, requirements, behaviors, fragments, mutants, roles, methods or schemas.')
    .addArgument(oneOf(root.createArgument('<what>', 'what to list'), LISTS))
    .argument('[pattern...]', 'ids or their beginnings, roles')
    .option('--cases <path>', 'your own cases: a file or folder (default: those of ./proctor.yaml)', collect, [])
    .option('--json', 'as JSON', false)
    .action(act);
}

/** Adds `explain`. */
export function addExplain(
  root: Command,
  act: (id: string, role: string | undefined, options: ExplainArguments) => Promise<void>,
): void {
  root
    .command('explain')
    .summary('Explain a requirement, case, behavior, verdict or exit code')
    .description('Explain a requirement, case, behavior, mutant, verdict or exit code, or the mock of a role.')
    .argument('<id>', 'an id, or mock')
    .argument('[role]', 'after mock: the role, such as mcp/server')
    .option('--expanded', 'of a case: its steps as YAML, with fragments and values in place', false)
    .option('--all', 'whole lists of cases and mutants, however long', false)
    .option('--cases <path>', 'your own cases: a file or folder (default: those of ./proctor.yaml)', collect, [])
    .action(act);
}

/** Adds `coverage`. */
export function addCoverage(
  root: Command,
  act: (
    patterns: string[],
    options: { json: boolean; bySection: boolean; markdown: boolean; cases: string[] },
  ) => Promise<void>,
): void {
  root
    .command('coverage')
    .summary('Show which requirement has which cases and mutants')
    .description('Which requirement has which cases and mutants. Exit 1 if a testable must has no case.')
    .argument('[pattern...]', 'requirements by the beginning of their ids, such as bridge or MCP-HTTP')
    .option('--cases <path>', 'your own cases: a file or folder (default: those of ./proctor.yaml)', collect, [])
    .option('--by-section', 'by document and section, in the order of the document', false)
    .option('--json', 'as JSON', false)
    .option('--markdown', 'with --by-section: as Markdown', false)
    .action(act);
}

/** Adds `selftest`. */
export function addSelftest(
  root: Command,
  act: (patterns: string[], options: SelftestArguments) => Promise<void>,
): void {
  root
    .command('selftest')
    .summary('Prove that the cases catch every mutant')
    .description('Prove Proctor: a case catches every mutant, and every case passes on the references.')
    .argument('[pattern...]', 'mutants by the beginning of their ids, or by the requirement that they break')
    .option('--mutants <file>', 'your own mutants; any case of their role may catch them')
    .option('--json', 'as JSON', false)
    .option('--jobs <n>', 'references at work at once (default: twelve times the cores)', integer(1))
    .option('--workers <n>', 'processes that share the work (default: one for each core)', integer(1))
    .option('--seed <n>', 'which of the cases and mutants are tried on real processes too', integer(0), 0)
    .option('--blame', 'run every case on every mutant; what fails beside what it breaks must be declared', false)
    .option(
      '--sample <n>',
      'one in n of the mutants and of the cases on permissive references, or with --blame of all cases; --seed says which',
      integer(1),
      1,
    )
    .action(act);
}
