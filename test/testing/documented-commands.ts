/** How a command of the documentation is run: what must come of it, and what it needs. The first that fits. */
export interface Row {
  line: RegExp;
  exit?: number;
  out?: RegExp;
  /** Files that must not be there yet. */
  without?: string[];
  /** The command that the page has before it. */
  after?: string;
  /** The pattern of the cases that are run, if all that the line means take minutes; README and quick start have whole runs. */
  only?: string;
  /** The pages that it is for. */
  pages?: RegExp;
}

const CLIENT_FILE = `printf 'name: mine\\nrole: mcp/client\\ntransports:\\n  http: { command: [none, "\${peer.url}"] }\\n' > client.yaml`;
const NEW_CASE = 'npx proctor new case orders.export.rows';

/** A session of Proctor's client with the server of a page, recorded. */
const SESSION =
  'npx proctor mock mcp/client -- npx proctor proxy --role mcp/server --record session.ndjson -- node my-server.js';
const TO_CASE = 'npx proctor record to-case session.ndjson --id shop.session.first';
const TO_SCRIPT = 'npx proctor record to-script session.ndjson > mine.yaml';
const RECORDED = { after: SESSION, pages: /guides\/(proxy|record)/ };

/** The reports of both parts of a small run. */
const PARTS = [1, 2]
  .map((index) => `npx proctor run mcp.server.ping --shard ${index}/2 --reporter json=part-${index}.json`)
  .join(' && ');
const REPORT = 'npx proctor run mcp.server.ping --reporter json=';

/** Each kind of command of the documentation. */
export const ROWS: readonly Row[] = [
  { line: /^npx proctor proxy wrap/, out: /^wrapped \S+ in \.mcp\.json/m },
  {
    line: /^npx proctor proxy unwrap/,
    out: /^unwrapped \S+ in/m,
    after: 'npx proctor proxy wrap .mcp.json --role mcp/server',
  },
  // The card there is one of an MCP server.
  { line: /^proctor validate a2a\/card card\.json/, exit: 1, out: /agent card of A2A 0\.3\.0: 4 problems/ },
  {
    ...{ line: /^npx proctor schemas build protocol .*--recording/, out: /^2 bundles/m },
    after:
      'npx proctor mock mcp/client -- npx proctor proxy --role mcp/server --record session.ndjson -- node my-server.js',
  },
  {
    ...{ line: /^npx proctor schemas build protocol .*--cases/, out: /^2 bundles/m },
    after: NEW_CASE,
  },
  { line: /^npx proctor schemas build protocol/, out: /^2 bundles, \d+ files in published: chess/m },
  { line: /^npx proctor surface .*--save/, exit: 0 },
  {
    ...{ line: /^npx proctor surface .*--against/, out: /^nothing changed since surface\.yaml/ },
    after: 'npx proctor surface --role mcp/server --save surface.yaml -- node my-server.js',
  },
  { line: /^npx proctor report merge/, exit: 0, after: `rm -f part-*.json && ${PARTS}` },
  { line: /^npx proctor report convert/, exit: 0, after: `${REPORT}report.json` },
  {
    ...{ line: /^npx proctor report diff/, out: /^0 cases worse, 0 better/m },
    after: `${REPORT}before.json && cp before.json after.json`,
  },
  { line: /^npx proctor run --shard \d\/\d --reporter json/, exit: 0, only: 'mcp.server.ping' },
  { line: /^npx proctor schemas diff mcp/, out: /19 breaking changes/ },
  { line: /^npx proctor schemas diff published/, out: /1 breaking change/, exit: 1 },
  { line: /^npx proctor proxy .*--url/, out: /^listening on (http|ws)/ },
  // Nobody speaks to it here.
  { line: /^npx proctor proxy .*--fail-on/, out: /no message passed/, exit: 1 },
  { line: /^npx proctor proxy .*-- node my-server\.js$/ },
  { line: /^npx proctor log session/, out: /initialize/, ...RECORDED },
  { line: /^npx proctor validate mcp\/server session/, out: /: valid/, ...RECORDED },
  {
    ...{ line: /^npx proctor record to-case/, out: /^wrote conformance\/session\.yaml/m, ...RECORDED },
    without: ['conformance/session.yaml', 'conformance/requirements.yaml'],
  },
  {
    ...{ line: /^npx proctor run .* shop\.session\.first/, out: /: \d+ passed/, ...RECORDED },
    ...{ after: `${SESSION} && ${TO_CASE}`, without: ['conformance/session.yaml', 'conformance/requirements.yaml'] },
  },
  {
    ...{
      line: /^npx proctor (explain|validate case|run) .*(orders|conformance)/,
      out: /orders\.export|: valid|: \d+ passed/,
    },
    ...{ after: NEW_CASE, without: ['conformance/export.yaml'], only: 'orders.export.rows', pages: /first-case/ },
  },
  { line: /^npx proctor (list|explain|--help)/ },
  { line: /^npx proctor host --target/, after: CLIENT_FILE, out: /page at http/, exit: 130 },
  // Nobody comes here.
  { line: /^npx proctor host/, out: /page at http/, exit: 130 },
  { line: /^npx proctor init$/, out: /^exploring .*[\s\S]*\n(wrote |nothing to write)/ },
  {
    line: /^npx proctor init/,
    out: /wrote proctor\.yaml|nothing to write|command/,
    without: ['proctor.yaml', 'known.yaml'],
  },
  { line: /^npx proctor new case/, out: /^wrote conformance\/export\.yaml$/m, without: ['conformance/export.yaml'] },
  { line: /^npx proctor run --last-failed/, out: /nothing failed/ },
  { line: /^npx proctor run .* mcp\.auth\.server\.scopes$/, out: /passed/ },
  { line: /^npx proctor run .* mcp\.auth\.server$/, out: /passed/, only: 'mcp.auth.server.challenge' },
  { line: /^npx proctor run .* mcp\.auth\.client$/, out: /passed/, only: 'mcp.auth.client.metadata-safety' },
  { line: /^npx proctor run --target node_modules\/proctor\/examples/, out: /passed/, only: 'orders' },
  { line: /^npx proctor run --target my-client/, out: /passed/, only: 'mcp.client.calls' },
  { line: /^npx proctor run/, out: /\d+ cases? in .*: \d+ passed/, pages: /README/ },
  { line: /^npx proctor run/, out: /\d+ cases? in .*: \d+ passed/, only: 'mcp.server.ping' },
  { line: /^npx proctor selftest/, out: /killed/ },
  { line: /^npx proctor mock \S+ .*--(?:transport (?:http|ws)|auth)/, out: /^listening on (?:http|ws)/ },
  { line: /^npx proctor mock mcp\/server --like/, out: /wrote mine\.yaml|^\n$/, without: ['mine.yaml'] },
  { line: /^npx proctor mock (acp\/client|a2a\/client|bridge\/host)/, out: /"ok":true/ },
  { line: /^npx proctor mock (?:mcp|trust)\/server$/ },
  // Nobody asks for anything here.
  { line: /^npx proctor mock mcp\/server --replay session\.ndjson$/, out: /nobody asked for/, ...RECORDED },
  { line: /^npx proctor record to-script/, ...RECORDED },
  { line: /^npx proctor record to-html session/, ...RECORDED },
  {
    ...{ line: /^npx proctor mock mcp\/server --script mine\.yaml$/, ...RECORDED },
    after: `${SESSION} && ${TO_SCRIPT}`,
  },
  { line: /^npx proctor log messages\.ndjson -f$/, out: /tools\/list #1/ },
  { line: /^(npx )?proctor validate/, out: /: valid/ },
];
