import { existsSync } from 'node:fs';
import { protocols } from './corpus.mjs';
import { Files, NewError, nextSteps } from './files.mjs';
import { corpusFiles } from './protocol-corpus.mjs';
import { schemaFiles, sourceFiles } from './protocol-sources.mjs';

const REGISTRY = 'src/protocols/registry.ts';
/** Which file of a side may import which. */
const LEVELS = '.dependency-cruiser.mjs';

/** Writes a protocol with one method and a server, whose answer is wrong yet; returns what to say. Throws NewError. */
export function newProtocol(name) {
  if (!/^[a-z][a-z0-9]*$/.test(name))
    throw new NewError(
      `${JSON.stringify(name)} is not a name of a protocol, such as weather: lower case letters and digits`,
    );
  if (protocols().includes(name)) throw new NewError(`the protocol ${name} is there already: cases/${name}`);
  for (const folder of [`schemas/${name}`, `src/protocols/${name}`])
    if (existsSync(folder)) throw new NewError(`${folder} is there already; choose another name`);
  const files = new Files();
  for (const [path, text] of [...schemaFiles(name), ...corpusFiles(name), ...sourceFiles(name)])
    files.create(path, text);
  const role = `${name}/server`;
  // Both lists are in the order of their names.
  const later = (path, pattern, own) =>
    [...files.text(path).matchAll(pattern)].map(([, one]) => one).find((one) => one > own);
  const registered = later(REGISTRY, /^export \{ roles as (\w+) \}/gm, name);
  files.addLines(REGISTRY, [`export { roles as ${name} } from './${name}/index.js';`], {
    before: registered === undefined ? /^$/ : new RegExp(`^export \\{ roles as ${registered} \\}`),
  });
  const side = later(LEVELS, /^ {2}'([a-z0-9-]+\/[a-z0-9-]+)': \{/gm, role);
  files.addLines(LEVELS, [`  '${role}': {},`], {
    from: /^const SIDES = \{/,
    before: side === undefined ? /^\};/ : new RegExp(`^ {2}'${side}'`),
  });
  files.addLines('package.json', [`    "!schemas/${name}",`], { before: /^ {4}"examples",$/ });
  const start = `src/protocols/${name}/server/start.ts`;
  return nextSteps(files, [
    {
      say: 'Generate its types, build, and see its case fail, since the reference answers with no text:',
      run: ['npm run generate', 'npm run build', `node dist/bin/proctor.mjs run --self ${name}`],
    },
    {
      say: `${start}: let it answer with the text that it was sent, \`echo: ({ text }) => ({ text }),\`. Then the case passes, and its mutant is caught:`,
      run: ['npm run build', `node dist/bin/proctor.mjs selftest ${name}`],
    },
    {
      say: `schemas/${name}/v1: put the messages of your protocol there, each in a file, and its methods into methods.yaml (docs/reference/schemas.md). This names what they lack:`,
      run: 'npm run generate',
    },
    {
      say: `cases/${name}: where the spec is published is in sources.yaml, as in the other protocols. More requirements, mutants and cases:`,
      run: [
        `npm run new requirement ${name.toUpperCase()}-AREA-01 ${role} AREA.MUTANT`,
        `npm run new case ${role} AREA.NAME`,
      ],
    },
    {
      say: `The other side is cases/${name}/client/role.yaml, src/protocols/${name}/client, an entry in index.ts and roles.ts, and a file in targets/reference. test/fixtures/toy has both.`,
    },
    {
      say: `Beside these: docs/roles/${name}.md, the levels of a side with several files in .dependency-cruiser.mjs, the first steps of users' cases in runner/new/templates.ts, a line in CHANGELOG.md. The goldens of its schemas:`,
      run: ['UPDATE_GOLDEN=1 npx vitest run --project tests src/schemas/messages.test.ts', 'npm run check'],
    },
  ]);
}
