import { shellWords } from '../../support/print.js';
import type { RunArguments } from './run-arguments.js';
import { ofReferences } from './run-targets.js';

/** The command that brings this target again, with all that changes a verdict; a reporter adds the case. */
export const rerunOf = (options: RunArguments): string => commandLine('run', options);

/** The command that lists in a target file what is untestable. */
export const listingOf = (file: string): string =>
  shellWords(['npx', 'proctor', 'init', ...(/^proctor\.ya?ml$/.test(file) ? [] : ['--target', file]), '--play']);

/** The command that writes a target file for a target without one. */
export const initOf = ({ known: _, cases: __, ...options }: RunArguments): string =>
  commandLine('init', { ...options, strict: false, newWarnings: true, slow: 1 });

function commandLine(command: 'run' | 'init', options: RunArguments): string {
  const words = ['npx', 'proctor', command];
  if (ofReferences(options)) words.push('--self');
  if (options.target !== undefined) words.push('--target', options.target);
  if (options.role !== undefined) words.push('--role', options.role);
  if (options.url !== undefined) words.push('--url', options.url);
  if (options.transport !== undefined) words.push('--transport', options.transport);
  if (options.version !== undefined) words.push('--version', options.version);
  for (const path of options.cases ?? []) words.push('--cases', path);
  if (options.known !== undefined) words.push('--known', options.known);
  if (options.strict) words.push('--strict');
  if (!options.newWarnings) words.push('--no-new-warnings');
  if (options.slow !== 1) words.push('--slow', String(options.slow));
  if (options.isolation !== undefined) words.push('--isolation', options.isolation);
  if (options.seed !== 1) words.push('--seed', String(options.seed));
  if (options.wrap !== undefined) words.push('--wrap', options.wrap);
  for (const text of options.header) words.push('--header', text);
  for (const text of options.env) words.push('--env', text);
  if (options.cwd !== undefined) words.push('--cwd', options.cwd);
  if (options.within !== undefined) words.push('--within', options.within);
  if (options.command) words.push('--', ...options.command);
  return shellWords(words);
}
