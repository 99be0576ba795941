import { styleFor } from '../../../../reports/text/style.js';
import { jsonText } from '../../../../src/json/json-escapes.js';
import { oneLine } from '../../../../src/json/visible.js';
import { diff, type SchemaDiff } from '../../../schemas/diff/diff.js';
import type { Done, InfoContext, Io } from '../../support/print.js';
import { printLines } from '../../support/print.js';
import { UsageError } from '../../support/usage-error.js';
import { type NamedBundle, readBundle } from './bundle-file.js';
import { type ChangeGroup, type ChangeLine, groupsOf, totalsOf } from './diff-lines.js';

export interface DiffArguments {
  json?: boolean;
  markdown?: boolean;
  /** Exit 0 whatever changed. */
  allow?: boolean;
}

/**
 * `proctor schemas diff OLD NEW`: what changed between two versions of a protocol. Exit 1 if a change is breaking though both name the same
 * version, or none. Throws UsageError.
 */
export async function diffCommand(
  words: readonly string[],
  options: DiffArguments,
  { io }: InfoContext,
): Promise<Done> {
  const [oldName, newName, ...others] = words;
  if (oldName === undefined || newName === undefined || others.length > 0)
    throw new UsageError('two bundles are compared: proctor schemas diff OLD NEW, e.g. mcp/2025-06-18 mcp/2025-11-25');
  if (options.json && options.markdown) throw new UsageError('--json and --markdown: give one of them');
  const [old, now] = [readBundle(oldName), readBundle(newName)];
  // If one of them says nothing of methods, nothing can be said of any.
  const haveMethods = [old, now].every(({ methods }) => Object.keys(methods).length > 0);
  const haveErrors = [old, now].every((one) => Object.keys(one.errors).length > 0);
  const methods = haveMethods ? { old: old.methods, now: now.methods } : { old: {}, now: {} };
  const errors = haveMethods && haveErrors ? { old: old.errors, now: now.errors } : { old: {}, now: {} };
  const found = diff(old.bundle, now.bundle, methods, { errors });
  const isRaised = old.version !== now.version;
  const isBreaking = [...found.changes, ...found.methods, ...found.errors].some(({ effect }) => effect === 'breaking');
  const exit = isBreaking && !isRaised && !options.allow ? 1 : 0;
  if (options.json) io.write(jsonOf(old, now, found, isRaised), 'json');
  else if (options.markdown) io.write(markdownOf(old, now, found));
  else printText(io, old, now, found);
  if (isBreaking && !isRaised) {
    const same = old.version === undefined ? 'neither names a version' : `both are version ${old.version}`;
    const advice = options.allow ? 'allowed by --allow' : 'raise the version, or pass --allow';
    io.error(`${oneLine(`proctor: breaking changes, and ${same}: ${advice}`)}\n`);
  }
  return { exit };
}

function jsonOf(old: NamedBundle, now: NamedBundle, found: SchemaDiff, isRaised: boolean): string {
  const bundle = ({ name, version }: NamedBundle) => ({ name, ...(version === undefined ? {} : { version }) });
  const { messages, methods, errors, definitions, changes } = found;
  return `${jsonText({ old: bundle(old), new: bundle(now), raised: isRaised, messages, methods, errors, definitions, changes })}\n`;
}

const headline = (old: NamedBundle, now: NamedBundle, found: SchemaDiff) =>
  `${old.name} to ${now.name}: ${totalsOf(found)}`;

function printText(io: Io, old: NamedBundle, now: NamedBundle, found: SchemaDiff): void {
  const style = styleFor(io.color);
  const lines = groupsOf(found).flatMap(({ title, lines }) => [
    '',
    style.bold(oneLine(title)),
    ...lines.map((one) => {
      const sign = one.isBreaking ? style.red('✗') : style.green('✓');
      return `  ${sign} ${oneLine(sentenceOf(one))}${one.example === undefined ? '' : style.dim(`  ${oneLine(one.example)}`)}`;
    }),
  ]);
  printLines(io, [headline(old, now, found), ...lines]);
}

function sentenceOf({ place, words, breaks }: ChangeLine): string {
  const said = place === '' ? words : `${place}: ${words}`;
  return breaks === undefined ? said : `${said} (${breaks})`;
}

function markdownOf(old: NamedBundle, now: NamedBundle, found: SchemaDiff): string {
  const groups = groupsOf(found).map(({ title, lines }: ChangeGroup) => [
    '',
    `### ${escaped(title)}`,
    '',
    '| | where | what | breaks | example |',
    '| --- | --- | --- | --- | --- |',
    ...lines.map(({ isBreaking, place, words, breaks, example }) => {
      const cells = [
        isBreaking ? '❌' : '✅',
        place === '' ? '' : code(place),
        escaped(words),
        breaks?.replace('breaks ', '') ?? '',
        example === undefined ? '' : code(example),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ]);
  return `${[`## ${escaped(headline(old, now, found))}`, ...groups.flat()].join('\n')}\n`;
}

/** Text from a schema, as text of a cell. */
const escaped = (text: string) => oneLine(text).replace(/[\\`*_{}[\]<>#|~&!]/g, (one) => `&#${one.charCodeAt(0)};`);

/** Code in a cell, whatever it has in it. */
const code = (text: string) =>
  `<code>${oneLine(text).replace(/[&<>|`*_~[\]\\]/g, (one) => `&#${one.charCodeAt(0)};`)}</code>`;
