// results/README.md: what results.json has, as a page.

const ROLES = [
  ['mcp/server', 'MCP servers'],
  ['mcp/client', 'MCP clients'],
  ['mcp/harn-server', 'MCP servers by Harn’s guide'],
  ['mcp/harn-client', 'MCP clients by Harn’s guide'],
  ['acp/agent', 'ACP agents'],
  ['acp/client', 'ACP clients'],
  ['harn/agent', 'Agents of Harn'],
  ['a2a/server', 'A2A agents'],
  ['a2a/client', 'A2A clients'],
  ['bridge/runtime', 'Runtimes of the Harn bridge'],
  ['hub/server', 'Retained hubs'],
  ['trust/server', 'truST runtimes'],
];

/** The page of these results, in Markdown. */
export function page({ proctor, runs }) {
  const roles = [...new Set(runs.map(({ role }) => role))];
  const order = roles.sort((a, b) => place(a) - place(b));
  return [
    '# Results',
    '',
    `Public implementations, judged by Proctor ${proctor}. \`npm run peers\` installs them, and \`npm run results\` writes this page.`,
    'Each run is the whole corpus for its role, protocol version and transport, with the target file that the repository has for it.',
    '',
    '- **Failed** cases break a must, or a sentence that Proctor derived from one. **Warned** cases break a should alone.',
    '- **Untestable** cases need a behaviour that the program did not show. **Skipped** cases need a feature that it does not offer.',
    '- Counts are not a ranking: a server with few features has few cases.',
    '',
    ...findings(runs),
    ...order.flatMap((role) =>
      ofRole(
        role,
        runs.filter((one) => one.role === role),
      ),
    ),
  ].join('\n');
}

const place = (role) => {
  const at = ROLES.findIndex(([name]) => name === role);
  return at < 0 ? ROLES.length : at;
};

function ofRole(role, runs) {
  const heading = ROLES.find(([name]) => name === role)?.[1] ?? role;
  return ['', `## ${heading}`, '', ...verdicts(runs), '', ...matrix(runs)];
}

function verdicts(runs) {
  return [
    '| implementation | version | protocol | transport | passed | failed | warned | untestable | skipped | date |',
    '| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...runs.map(({ name, version, protocol, transport, counts, date }) =>
      row([
        cell(name),
        cell(version),
        cell(protocol ?? ''),
        transport,
        counts.pass,
        counts.fail,
        counts.warned,
        counts.untestable,
        counts.skipped,
        date,
      ]),
    ),
  ];
}

/** Requirements by area: `✓ 12` if all of 12 hold, `✗ 2 of 12` if two are broken, `⚠ 1 of 12` if that is a should. */
function matrix(runs) {
  const areas = [...new Set(runs.flatMap((one) => Object.keys(one.areas)))].sort();
  // A letter alone, such as the S of ACP-S, says nothing.
  const short = (area) => area.replace(/^[A-Z0-9]+-(?=..)/, '');
  return [
    'Requirements by area. ✓ 12: all 12 that were tested hold. ✗ 2 of 12: two are broken. ⚠ 1 of 12: one is not followed, and is only a should.',
    '',
    row(['implementation', ...areas.map(short)]),
    row(['---', ...areas.map(() => '---')]),
    ...runs.map((one) =>
      row([
        `${cell(one.name)} (${cell(one.protocol ?? '')}, ${one.transport})`,
        ...areas.map((area) => shown(one.areas[area])),
      ]),
    ),
  ];
}

function shown(area) {
  if (area === undefined) return '';
  const { tested, broken, warned } = area;
  const text = broken > 0 ? `✗ ${broken} of ${tested}` : warned > 0 ? `⚠ ${warned} of ${tested}` : `✓ ${tested}`;
  return text.replaceAll(' ', NO_BREAK);
}

function findings(runs) {
  const found = runs.flatMap((run) => run.findings.map((finding) => ({ ...finding, run })));
  if (found.length === 0) return [];
  return [
    '## Worth reporting upstream',
    '',
    'Somebody read each of these on the wire.',
    ...found.flatMap(({ run, requirement, level, text, source, url, reason, difference, messages, case: id }) => [
      '',
      `### ${requirement}: ${cell(run.name)} ${cell(run.version)}`,
      '',
      reason ?? `${difference}.`,
      '',
      `> ${cell(text)}`,
      '>',
      `> ${url === undefined ? cell(source) : `[${cell(source)}](${url})`} (${level})`,
      '',
      '```text',
      ...messages.map((line) => line.replaceAll('`', "'")),
      difference,
      '```',
      '',
      `Case \`${id}\`, ${run.role} over ${run.transport}, protocol ${cell(run.protocol ?? '')}.`,
    ]),
  ];
}

/** A narrow column breaks no line at this space. */
const NO_BREAK = '\u00a0';

const row = (cells) => `| ${cells.join(' | ')} |`;

/** Text of programs that others wrote: nothing in it is markup. */
const cell = (text) =>
  String(text)
    .replace(/[\\`*_[\]<>|#]/g, '\\$&')
    .replace(/\s+/g, ' ');
