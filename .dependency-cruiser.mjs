// Which room may import which, and that nothing goes round in circles: `npm run check` holds the tree against it.

/** Rooms from the bottom up. A room imports rooms below it, never one beside or above it. */
const levels = [
  { generated: '^src/generated/' },
  { json: '^src/json/', files: '^src/files/' },
  { bounded: '^src/bounded/' },
  { wire: '^src/wire/' },
  { jsonrpc: '^src/jsonrpc/' },
  { proxy: '^src/proxy/' },
  { workspace: '^src/workspace/' },
  { schemas: '^src/schemas/', language: '^src/language/', recording: '^src/recording/' },
  { oauth: '^src/oauth/', control: '^src/control/' },
  { conversation: '^src/conversation/', watch: '^src/watch/', ui: '^src/ui/' },
  { protocols: '^src/protocols/' },
  { mock: '^src/mock/' },
  { vocabulary: '^runner/[^/]+[.]ts$' },
  {
    load: '^runner/load/',
    plan: '^runner/plan/',
    published: '^runner/schemas/',
    judge: '^runner/judge/',
    targets: '^runner/targets/',
    reports: '^reports/',
  },
  { run: '^runner/run/', report: '^runner/report/' },
  {
    selftest: '^runner/selftest/',
    init: '^runner/init/',
    new: '^runner/new/',
    convert: '^runner/convert/',
    surface: '^runner/surface/',
    watching: '^runner/live/',
  },
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
 * level and of those before it. One that fits two levels is of the later one. Each side has those of `TOP` behind its own.
 */
const SIDES = {
  'a2a/server': {
    state: '(callers|messages|params|reply)[.]ts|tasks/',
    features: '(card|frames)[.]ts|(agent|push)/',
    server: '(profile|requests|server)[.]ts',
    transport: '(agent-form|endpoint|face|listening|parts)[.]ts',
  },
  'a2a/client': {
    state: '(agent-problem|card|client-version|exchanges|script|view)[.]ts',
    conversation: '(connection|follow)[.]ts',
    run: '(parts|run|verify-card)[.]ts',
  },
  'a2a/harn': {
    state: '(card|names|reading|rest|script|workflows|writing)[.]ts',
    profile: '(agent|functions|parts|profile)[.]ts',
  },
  'acp/agent': {
    state: '(outbox|parts|replies|script)[.]ts|sessions/',
    turns: '(agent|extension)[.]ts|turns/',
    tools: 'tools/',
    scenes: 'scenes/',
    handlers: 'handlers/',
    transport: '(server|websocket)[.]ts',
  },
  'acp/client': {
    state: '(agent-side|elicitation|offer|permission|script|view|workspace)[.]ts',
    features: '(cancels|extension|files|sessions)[.]ts|terminals/',
    run: '(run|serve)[.]ts',
  },
  'bridge/host': {
    state: '(host-state|parts|reactions|script|shipped)[.]ts',
    features: '(permission|ranking|skills|tools)[.]ts',
    session: '(operations|run|session)[.]ts',
  },
  'bridge/runtime': {
    state: '(inbox|parts|permission|prompt-turn|read|script)[.]ts|host/',
    features: '(search|skills|tools)/',
    agent: 'agent/',
    scenes: 'scenes/',
    transport: 'server[.]ts',
  },
  'harn/agent': {
    state: '(catalog|contract)[.]ts|sessions/',
    loop: 'loop/',
    features: '(handlers|scenes)/',
    extension: 'extension[.]ts',
  },
  'harn/client': {
    state: '(agent-side|catalog|offers|script|view)[.]ts',
    run: 'user[.]ts',
  },
  'hub/agent': {
    state: '(queue|session|workflows)[.]ts',
    features: '(agent|replies|scenes)[.]ts',
  },
  'hub/client': {
    state: '(decision|hub-side|journal|parts|progress|rules|script)[.]ts',
    session: 'client-session[.]ts',
  },
  'hub/server': {
    state: '(attachments|event-log|lmdb-log|permissions|rules|words)[.]ts',
    features: '(client|event-feed|session|worker)[.]ts',
    server: 'hub[.]ts',
  },
  'mcp/client': {
    state:
      '(agent-loop|answers|asking|cards|conversation|files|form|outcome|reference|script|sessions)[.]ts|(lazy|tasks)/',
    transport: '(http-carrier|successive-links)[.]ts|(http|login)/',
    session: '(families|parts|session)[.]ts|per-request/',
    run: '(beside|profile|run)[.]ts',
  },
  'mcp/harn-client': { profile: 'profile[.]ts' },
  'mcp/harn-server': {
    features: '(code-mode|file-inputs|printing|uploads)[.]ts',
    profile: 'profile[.]ts',
  },
  'mcp/server': {
    state: 'state/|(content|counting|json-schema|messages|pagination|parts|refusals)[.]ts',
    features: '(prompts|resources|script|tasks|tools)/|(asks|completion|lifecycle|logging|progress)[.]ts',
    session: 'session/',
    transport: '(http|per-request)/|running[.]ts',
  },
  'trust/client': {
    state: '(parts|paths|script|session|unread)[.]ts',
    features: '(harness|loop)[.]ts',
    run: 'run[.]ts',
  },
  'trust/server': {
    state: '(control|project|replies|toml|typed-values|workspace)[.]ts',
    features: '(build|configuration|diagnostics|harness|project-info|reload|tests)[.]ts',
    server: '(parts|server)[.]ts',
  },
  'trust/st': {
    language: '(syntax|types)/|format[.]ts',
    operations: 'operations/',
    library: 'library/',
    compiler: 'compile/',
    machine: 'machine/',
    door: 'index[.]ts',
  },
};

/** What every side has on top: the variants of its parts, and what puts those together. */
const TOP = {
  variants: '(defects|permissive)/',
  start: '(per-request/)?(start|start-options|live|peer-reference)[.]ts|families/|own-schemas[.]ts|explore(/|[.]ts)',
};

const sides = Object.entries(SIDES).flatMap(([side, own]) => {
  const levelsOfSide = Object.entries({ ...own, ...TOP });
  const folder = `^src/protocols/${side}/`;
  const pathOf = (some) => `${folder}(${some.map(([, path]) => path).join('|')})`;
  const name = side.replace('/', '-');
  const onLevels = levelsOfSide.slice(0, -1).map(([level, path], index) => {
    const above = pathOf(levelsOfSide.slice(index + 1));
    return {
      name: `${name}-${level}-imports-from-below`,
      severity: 'error',
      from: { path: `${folder}(${path})`, pathNot: [TESTS, above] },
      to: { path: above },
    };
  });
  const outside = {
    name: `${name}-on-a-level`,
    comment: 'Every file of a side is on one of its levels.',
    severity: 'error',
    from: { path: folder, pathNot: [TESTS, pathOf(levelsOfSide)] },
    to: {},
  };
  return [...onLevels, outside];
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
      name: 'levels-on-every-side',
      comment: 'A side that has a start has levels in `SIDES`.',
      severity: 'error',
      from: {
        path: '^src/protocols/[^/]+/[^/]+/start[.]ts$',
        pathNot: Object.keys(SIDES).map((side) => `^src/protocols/${side}/`),
      },
      to: {},
    },
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
      from: { path: '^src/protocols/', pathNot: '(/defects/|/(start|start-options|live|roles)[.]ts$|[.]test[.]ts$)' },
      to: { path: '^src/protocols/.*/defects/' },
    },
    {
      name: 'honest-code-knows-no-permissive-variants',
      comment:
        'Only the files that put a reference together, or explain it, know its permissive variants; a defect may do what one is free to do.',
      severity: 'error',
      from: {
        path: '^src/protocols/',
        pathNot:
          '(/(defects|permissive)/|/(start|start-options|live|roles|mock-facts|peer-reference|testing)[.]ts$|[.]test[.]ts$)',
      },
      to: { path: '^src/protocols/.*/permissive/' },
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
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'node', 'types'],
    },
  },
};
