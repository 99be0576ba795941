import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { importSource } from '../import-source.mjs';
import { areaAndName, caseFiles, isChecked, mutants, requirements, roleOf } from './corpus.mjs';
import { Files, NewError, nextSteps } from './files.mjs';

/** Writes a case that fails until somebody says what holds; resolves with what to say. Throws NewError. */
export async function newCase(roleName, place, wanted) {
  const role = roleOf(roleName);
  const [protocol, side] = roleName.split('/');
  const [area, name] = areaAndName(place, 'ping.in-time');
  const requirement = wanted ?? onlyUnchecked(role);
  const known = requirements(protocol).find(({ id }) => id === requirement);
  const binding = [roleName, ...(role.extends ?? [])];
  const there = known ?? binding.flatMap((one) => requirements(one.split('/')[0])).find(({ id }) => id === requirement);
  if (!there)
    throw new NewError(
      `there is no requirement ${requirement}; write it first:\n  npm run new requirement ${requirement} ${roleName} ${area}.MUTANT`,
    );
  if (!there.roles.some((one) => binding.includes(one)))
    throw new NewError(`${requirement} binds ${there.roles.join(', ')}, and not ${roleName} (${there.path})`);
  const killed = mutants(roleName)
    .filter((one) => one.breaks === requirement)
    .map(({ id }) => id);
  if (killed.length === 0)
    throw new NewError(
      `no mutant of ${roleName} breaks ${requirement}, and a case names the mutants that it catches; write one in cases/${protocol}/mutants-${side}.yaml (docs/reference/faults.md)`,
    );
  const ofArea = killed.filter((id) => id.split('.')[2] === area);
  const id = `${protocol}.${side}.${area}.${name}`;
  const file = fileOf(roleName, area);
  const files = new Files();
  const lines = [...(await firstSteps(role)), ...FAILING].map(
    (line) => `    ${line.replace('REQUIREMENT', requirement)}`,
  );
  const { needs } = await templateOf(role);
  const entry = [
    `- id: ${id}`,
    '  title: TODO say what holds',
    ...(needs === undefined ? [] : [`  needs: ${needs}`]),
    `  kills: [${(ofArea.length > 0 ? ofArea : killed).join(', ')}]`,
    '  steps:',
    ...lines,
  ];
  if (existsSync(file) && files.text(file).includes(`- id: ${id}\n`))
    throw new NewError(`the case ${id} is in ${file} already; choose another name`);
  let line = 1;
  if (existsSync(file)) line = files.addEntry(file, 'cases', entry);
  else {
    const depth = '../'.repeat(file.split('/').length - 1);
    const head = [
      `# yaml-language-server: $schema=${depth}dist/schemas/case/v1.json`,
      `suite: ${area[0].toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`,
      `role: ${roleName}`,
      'cases:',
    ];
    files.create(file, `${[...head, ...entry.map((one) => `  ${one}`)].join('\n')}\n`);
    line = head.length + 1;
  }
  return nextSteps(files, [
    {
      say: 'Build the corpus (npm run dev does that on each change), and see the case fail at its last step:',
      run: ['npm run build -- --corpus', `node dist/bin/proctor.mjs run --self ${id}`],
    },
    {
      say: `${file}:${line}: say in the title what holds, and put steps in place of the last one that show whether ${requirement} does. Steps that you can use:`,
      run: [
        `node dist/bin/proctor.mjs list fragments ${roleName}`,
        `node dist/bin/proctor.mjs list behaviors ${roleName}`,
      ],
    },
    {
      say: 'See it pass on the reference, and each mutant of `kills` caught:',
      run: `node dist/bin/proctor.mjs selftest ${id}`,
    },
    { say: 'Last:', run: [`node dist/bin/proctor.mjs selftest --blame ${killed[0]}`, 'npm run check'] },
  ]);
}

/** A step that fails, and says what it is for. */
const FAILING = ['- assert: { value: what the target does, is: what the requirement says }', '  check: REQUIREMENT'];

/** The steps that users get who write a case of the role with `proctor new case`, for all that are there. */
async function templateOf(role) {
  const { TEMPLATES } = await importSource('runner/new/templates.ts');
  return (
    TEMPLATES[[role.role, ...(role.extends ?? [])].find((one) => Object.hasOwn(TEMPLATES, one))] ?? {
      steps: opening(role),
    }
  );
}

const firstSteps = async (role) => (await templateOf(role)).steps;

/** For a role without a template: the request that opens its conversations. */
const opening = ({ opening: first }) =>
  first === undefined
    ? []
    : [`- call: { request: ${first.request}, params: ${JSON.stringify(first.params ?? {})}, result: { $any: true } }`];

/** The one requirement of a role that nothing checks. Throws NewError if there are none or several. */
function onlyUnchecked({ role }) {
  const [protocol] = role.split('/');
  const broken = new Set(mutants(role).map(({ breaks }) => breaks));
  const ids = requirements(protocol)
    .filter((one) => one.roles.includes(role) && broken.has(one.id) && !isChecked(protocol, one.id))
    .map(({ id }) => id);
  if (ids.length === 1) return ids[0];
  throw new NewError(
    ids.length === 0
      ? `every requirement of ${role} that a mutant breaks is checked; name one after AREA.NAME, or write a new one:\n  npm run new requirement ID ${role} AREA.MUTANT`
      : `say which requirement it checks, after AREA.NAME; nothing checks ${ids.join(', ')}`,
  );
}

/** The file of an area: the one of that name, else a new one beside the others. */
function fileOf(role, area) {
  const files = caseFiles(role);
  const same = files.find((path) => basename(path) === `${area}.yaml`);
  if (same) return same;
  const folder = join('cases', role);
  const isFlat = files.length === 0 || files.some((path) => path.split('/').length === 4);
  const common = existsSync(folder) && readdirSync(folder).includes('common');
  return join(folder, ...(common ? ['common'] : isFlat ? [] : [files[0].split('/')[3]]), `${area}.yaml`);
}
