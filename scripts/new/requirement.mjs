import { readGroups } from '../generate/schemas.mjs';
import {
  areaAndName,
  caseFiles,
  mutantFiles,
  mutants,
  REQUIREMENT_ID,
  requirementFiles,
  requirements,
  roleOf,
  usualVersion,
} from './corpus.mjs';
import { Files, NewError, nextSteps } from './files.mjs';

/** Writes a requirement, and a mutant that shall break it; returns what to say. Throws NewError. */
export function newRequirement(id, roleName, mutant) {
  const role = roleOf(roleName);
  const [protocol, side] = roleName.split('/');
  const [area, name] = areaAndName(mutant, 'ping.too-late');
  const prefix = `${protocol.toUpperCase()}-`;
  if (!REQUIREMENT_ID().test(id) || !id.startsWith(prefix))
    throw new NewError(
      `${JSON.stringify(id)} is not an id of a requirement of ${protocol}, such as ${prefix}${area.toUpperCase()}-01`,
    );
  const there = requirements(protocol).find((one) => one.id === id);
  if (there) throw new NewError(`the requirement ${id} is in ${there.path} already; choose another number`);
  const mutantId = `${protocol}.${side}.${area}.${name}`;
  if (mutants(roleName).some((one) => one.id === mutantId))
    throw new NewError(`the mutant ${mutantId} is there already; choose another name`);
  const files = new Files();
  const file = fileFor(id, roleName, protocol);
  const sourced = file.source !== undefined;
  const requirementLine = files.addEntry(file.path, 'requirements', [
    `- id: ${id}`,
    '  level: must',
    ...(file.roles === roleName ? [] : [`  roles: ${roleName}`]),
    '  text: TODO say in one sentence what must hold.',
    sourced ? '  section: TODO say which section says so' : '  source: TODO say where it is written',
  ]);
  const [home] = mutantFiles(roleName).sort((a, b) => a.path.length - b.path.length);
  if (!home)
    throw new NewError(
      `no cases/${protocol}/mutants-${side}.yaml is there; write one with \`role: ${roleName}\` and \`mutants:\``,
    );
  const mutantLine = files.addEntry(home.path, 'mutants', [
    `- id: ${mutantId}`,
    `  breaks: ${id}`,
    ...(home.role === roleName ? [] : [`  role: ${roleName}`]),
    '  title: TODO say what is wrong with the messages',
    ...defect(role, area),
  ]);
  const areas = caseFiles(roleName).filter((path) => path.endsWith(`/${area}.yaml`));
  return nextSteps(files, [
    { say: `${file.path}:${requirementLine}: say what must hold, how strongly, and where the spec says it.` },
    { say: `${home.path}:${mutantLine}: let the mutant break it (docs/reference/faults.md). It changes nothing yet.` },
    {
      say: `Write the case that checks it${areas.length > 0 ? `, which goes to ${areas[0]}` : ''}:`,
      run: `npm run new case ${roleName} ${area}.NAME ${id}`,
    },
    { say: 'Until then this names both as missing:', run: 'node dist/bin/proctor.mjs validate corpus .' },
  ]);
}

/** The file whose ids begin most like this one: that of its chapter. */
function fileFor(id, role, protocol) {
  const common = (other) => {
    let length = 0;
    while (length < id.length && id[length] === other[length]) length += 1;
    return length;
  };
  const rank = (file) => Math.max(...file.requirements.map((one) => common(one.id)));
  const all = requirementFiles(protocol);
  const best = Math.max(...all.map(rank));
  const [first, ...more] = all.filter((file) => rank(file) === best);
  return [first, ...more].find((file) => file.roles === role) ?? first;
}

/** A fault at the message that the area is named after, or else at the one that opens a conversation. */
function defect(role, area) {
  const [protocol] = role.role.split('/');
  const groups = readGroups().filter((group) => group.protocol === protocol && group.methods);
  const usual = groups.find(({ version }) => version === usualVersion(protocol)) ?? groups.at(-1);
  const table = usual?.methods.methods ?? {};
  const isServer = role.side === 'server';
  const [first, ...more] = Object.entries(table)
    .filter(([, { kind, direction }]) => kind === 'request' && direction !== 'server-to-client')
    .map(([method]) => method);
  const opening = role.opening?.request ?? role.alive?.request ?? first ?? 'METHOD';
  const method = [first, ...more].find((one) => one?.split(/[/.]/).includes(area)) ?? opening;
  return isServer
    ? [`  sends: { reply: ${method} }`, '  do: { set: { /result/todo: TODO } }']
    : [`  sends: { request: ${method} }`, '  do: { set: { /params/todo: TODO } }'];
}
