// Which room may import which, and that nothing goes round in circles: `npm run check` holds the tree against it.

/** Rooms from the bottom up. A room imports rooms below it, never one beside or above it. */
const levels = [
  { generated: '^src/generated/' },
  { json: '^src/json/', files: '^src/files/' },
  { bounded: '^src/bounded/' },
  { wire: '^src/wire/' },
  { jsonrpc: '^src/jsonrpc/' },
  { workspace: '^src/workspace/' },
  { schemas: '^src/schemas/', language: '^src/language/' },
  { oauth: '^src/oauth/' },
  { conversation: '^src/conversation/', watch: '^src/watch/' },
  { protocols: '^src/protocols/' },
  { mock: '^src/mock/' },
  { vocabulary: '^runner/[^/]+[.]ts$' },
  {
    load: '^runner/load/',
    plan: '^runner/plan/',
    judge: '^runner/judge/',
    targets: '^runner/targets/',
    reports: '^reports/',
  },
  { run: '^runner/run/' },
  { selftest: '^runner/selftest/', init: '^runner/init/', watching: '^runner/live/' },
  { cli: '^runner/cli/' },
  { library: '^runner/lib/' },
];

const rooms = levels.flatMap((level, index) =>
  Object.entries(level).map(([name, path]) => {
    const others = levels.slice(index).flatMap((one) => Object.entries(one));
    return { name, path, barred: others.filter(([other]) => other !== name).map(([, where]) => where) };
  }),
);

/** Which protocol extends which: the roles of the first say so in `extends` of their role.yaml. */
const EXTENDED = { harn: 'acp' };

const extending = Object.entries(EXTENDED).map(([protocol, base]) => ({
  name: `${protocol}-extends-${base}`,
  from: `^src/protocols/${protocol}/`,
  to: `^src/protocols/${base}/`,
}));

/** Tests and what helps them look anywhere. */
const TESTS = '([.]test[.]ts|[.]test-support[.]ts|/testing[.]ts|/(testing|fixtures)/)';

/**
 * The levels of a side of a protocol from the bottom up, each as a part of the paths below its folder. A file imports files of its own
 * level and of those before it. One that fits two levels is of the later one.
 */
const SIDES = {
  'mcp/server': {
    state: 'state/|(content|counting|json-schema|messages|pagination|parts|refusals)[.]ts',
    features: '(prompts|resources|script|tasks|tools)/|(asks|completion|lifecycle|logging|progress)[.]ts',
    session: 'session/',
    transport: '(http|per-request)/|running[.]ts',
    variants: '(defects|permissive)/',
    start: '(per-request/)?(start|start-options|peer-reference)[.]ts|families/|own-schemas[.]ts',
  },
};

const sides = Object.entries(SIDES).flatMap(([side, levelsOfSide]) => {
  const names = Object.keys(levelsOfSide);
  return names.slice(0, -1).map((name, index) => {
    const above = `^src/protocols/${side}/(${names
      .slice(index + 1)
      .map((one) => levelsOfSide[one])
      .join('|')})`;
    return {
      name: `${side.replace('/', '-')}-${name}-imports-from-below`,
      severity: 'error',
      from: { path: `^src/protocols/${side}/(${levelsOfSide[name]})`, pathNot: [TESTS, above] },
      to: { path: above },
    };
  });
});

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or a third one is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...rooms
      .filter(({ barred }) => barred.length > 0)
      .map(({ name, path, barred }) => ({
        name: `${name}-imports-from-below`,
        severity: 'error',
        from: { path, pathNot: TESTS },
        to: { path: barred },
      })),
    {
      name: 'protocols-stand-alone',
      comment: 'What two protocols share belongs into a room below them.',
      severity: 'error',
      from: { path: '^src/protocols/([^/]+)/', pathNot: extending.map(({ from }) => from) },
      to: { path: '^src/protocols/([^/]+)/', pathNot: '^src/protocols/$1/' },
    },
    ...extending.map(({ name, from, to }) => ({
      name,
      comment: 'A protocol that extends another is made with the references of that, and of no other.',
      severity: 'error',
      from: { path: from },
      to: { path: '^src/protocols/[^/]+/', pathNot: [from, to] },
    })),
    {
      name: 'blame-is-pure',
      comment: 'Blame goes by data: it knows no stage, socket or clock.',
      severity: 'error',
      from: { path: '^src/conversation/blame/', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^src/(conversation/blame|generated|json|language)/|^src/wire/record[.]ts$' },
    },
    ...sides,
    {
      name: 'start-is-on-top',
      comment: 'The start of a reference puts its parts together; none of them knows it.',
      severity: 'error',
      from: { path: '^src/protocols/([^/]+)/([^/]+)/', pathNot: [TESTS, '/families/'] },
      to: { path: '^src/protocols/$1/$2/start[.]ts$' },
    },
    {
      name: 'explorers-stand-apart',
      comment: 'What init asks a target is no part of the reference.',
      severity: 'error',
      from: { path: '^src/protocols/([^/]+)/([^/]+)/', pathNot: [TESTS, '/explore(/|[.]ts)'] },
      to: { path: '^src/protocols/$1/$2/explore(/|[.]ts)' },
    },
    {
      name: 'honest-code-knows-no-defects',
      comment: 'Only the files that put a reference together give it defects.',
      severity: 'error',
      from: { path: '^src/protocols/', pathNot: '(/defects/|/(start|start-options|roles)[.]ts$|[.]test[.]ts$)' },
      to: { path: '^src/protocols/.*/defects/' },
    },
    {
      name: 'in-a-room',
      comment: 'Every file lies in a room of this list.',
      severity: 'error',
      from: { path: '^(src|runner|reports)/', pathNot: rooms.map(({ path }) => path) },
      to: {},
    },
    {
      name: 'product-imports-product',
      severity: 'error',
      from: { path: '^(src|runner|reports)/', pathNot: '([.]test[.]ts|/(testing|fixtures)/)' },
      to: { path: '^(test|scripts|examples)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|src/generated/methods)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
};
