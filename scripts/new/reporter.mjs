import { Files, NewError, nextSteps } from './files.mjs';

const INDEX = 'reports/index.ts';
const GOLDEN = 'reports/golden.test.ts';
const DOCS = 'docs/reference/report-formats.md';

/** Writes a reporter that has a line for each case, and enters it where reporters are listed; returns what to say. Throws NewError. */
export function newReporter(name) {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new NewError(`${JSON.stringify(name)} is not a name of a reporter, such as tap or html-page: lower case`);
  const files = new Files();
  const path = `reports/formats/${name}.ts`;
  const list = /^const makers = \{ (.*) \} satisfies/m;
  const [, makers] = list.exec(files.text(INDEX)) ?? [];
  if (makers === undefined)
    throw new NewError(`${INDEX} has no line \`const makers = { … }\`; add ${name} there yourself`);
  if (makers.split(', ').some((one) => one.split(':')[0].replaceAll("'", '') === name))
    throw new NewError(`${INDEX} has a reporter ${name} already; choose another name`);
  const variable = name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  files.create(path, reporterText(variable));
  const imports = [...files.text(INDEX).matchAll(/^import .* from '\.\/formats\/(.*)\.js';$/gm)];
  const later = imports.find(([, other]) => other > name);
  const line = `import { ${variable} } from './formats/${name}.js';`;
  files.addLines(INDEX, [line], later ? { before: exactly(later[0]) } : { after: exactly(imports.at(-1)[0]) });
  files.replace(INDEX, list, (line) =>
    line.replace(makers, `${makers}, ${variable === name ? name : `'${name}': ${variable}`}`),
  );
  files.addLines(GOLDEN, [`    ['${name}', '${name}.txt'],`], { before: /^ {2}\]\)\('hold what %s writes'/ });
  files.addLines(DOCS, [`| \`${name}\` | TODO say who reads it | TODO say what it writes |`], { after: /^\| `badge`/ });
  return nextSteps(files, [
    { say: 'See what is missing, its golden file first:', run: 'npx vitest run --project tests reports' },
    {
      say: `${path}: write the format. \`whole-run.ts\` says what a run is; a reporter that writes while the run goes on is like ndjson.ts. Text from a target is escaped as the format asks for.`,
    },
    {
      say: `If it writes JSON, XML or commands, say so in \`FORMS\` of ${INDEX}. reports/hostile.test.ts: say in \`checks\` what hostile text must not do in it.`,
    },
    {
      say: 'Look at the golden file that this writes, and commit it:',
      run: `UPDATE_GOLDEN=1 npx vitest run --project tests ${GOLDEN}`,
    },
    {
      say: `${DOCS}: say who reads it. CHANGELOG.md has a line for it, under Added. Then:`,
      run: ['npm run generate', 'npm run check'],
    },
  ]);
}

/** Fits the one line. */
const exactly = (line) => new RegExp(`^${line.replaceAll(/[.{}/]/g, '\\$&')}$`);

const reporterText = (variable) => `import type { Reporter } from '../../runner/events.js';
import type { Out } from '../output.js';
import { atEnd } from '../whole-run.js';

/** A line for each case: its outcome and its name. */
export const ${variable} = (out: Out): Reporter =>
  atEnd(out, ({ results }) => [...results.values()].map(({ outcome, result }) => \`\${outcome} \${result.name}\\n\`));
`;
