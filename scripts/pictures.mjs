// Draws docs/pictures/*.svg: what the program prints, as a terminal shows it. `npm run pictures` runs each command and writes its picture;
// `--check` names the pictures that show something else than the program prints today, and exits 1 if there are any.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';
import { takeHostedPictures } from './hosted-pictures.mjs';
import { takeInspectorPictures } from './inspector-pictures.mjs';
import { takeReportPictures } from './report-pictures.mjs';

const root = resolve(import.meta.dirname, '..');
const PROCTOR = join(root, 'dist/bin/proctor.mjs');
const FOLDER = 'docs/pictures';

/** A server with one defect, as the user's own. */
const SERVER = {
  name: 'my-server',
  role: 'mcp/server',
  within: '60s',
  transports: {
    stdio: { command: [process.execPath, PROCTOR, 'mock', 'mcp/server', '--mutant', 'mcp.server.ping.error'] },
  },
};
const PICTURES = [
  {
    file: 'run.svg',
    title: 'A run of Proctor on a server whose answer to a ping is an error',
    shown: 'npx proctor run mcp.server.tools.list mcp.server.ping.answer',
    args: ['run', 'mcp.server.tools.list', 'mcp.server.ping.answer', '--jobs', '1'],
  },
  {
    file: 'mock.svg',
    title: 'A mock MCP client that shows the messages of a server',
    shown: 'npx proctor mock mcp/client --log -- node my-server.js',
    args: ['mock', 'mcp/client', '--log', '--', process.execPath, PROCTOR, 'mock', 'mcp/server'],
  },
];

/** Columns of the terminal. */
const COLUMNS = 124;
const [CELL, LINE, MARGIN, BAR] = [8.4, 19, 16, 30];

/** The colours of a terminal, on a dark ground that is readable on light and dark pages alike. */
const INK = '#d6deeb';
const GROUND = '#16202c';
const COLOURS = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#f2cc60',
  34: '#79c0ff',
  35: '#d2a8ff',
  36: '#76e3ea',
  90: '#8b98a5',
};

/** What a command prints, with times that are the same in every run. */
function printed(args) {
  const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
  try {
    writeFileSync(join(folder, 'proctor.yaml'), JSON.stringify(SERVER));
    const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined, GITHUB_ACTIONS: undefined, CI: undefined };
    const { stdout, stderr } = spawnSync(process.execPath, [PROCTOR, ...args], { cwd: folder, env, encoding: 'utf8' });
    return withoutTimes(args[0] === 'mock' ? stderr : stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Times differ from run to run: each becomes one that the line might have had. */
function withoutTimes(text) {
  let at = 0;
  return text
    .replace(/(?<![\d.])\d+\.\d{3} s\b/g, () => `0.${String(210 + at++ * 2)} s`)
    .replace(/ in \d[\d.]* (?:m?s|min)\b/g, ' in 1.4 s');
}

/** How a colour begins, and one whole. */
const ESC = '\u001b';
const CODE = `${ESC}[`;
const CODES = new RegExp(`(${ESC}\\[[\\d;]*m)`);

/** A line with colours as [text, style]. */
function runsOf(line) {
  const runs = [];
  let [colour, bold, dim] = [undefined, false, false];
  for (const part of line.split(CODES)) {
    const codes = part.startsWith(CODE) ? part.slice(CODE.length, -1) : undefined;
    if (codes === undefined) {
      if (part !== '') runs.push([part, { colour, bold, dim }]);
      continue;
    }
    for (const code of codes.split(';').map(Number)) {
      if (code === 0) [colour, bold, dim] = [undefined, false, false];
      if (code === 1) bold = true;
      if (code === 2) dim = true;
      if (code === 22) [bold, dim] = [false, false];
      if (code === 39) colour = undefined;
      if (COLOURS[code]) colour = COLOURS[code];
    }
  }
  return runs;
}

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The lines of a terminal as SVG. */
function svg({ title, shown }, text) {
  const lines = [
    `\u001b[90m$\u001b[39m ${shown}`,
    ...wrapAnsi(text.trimEnd(), COLUMNS, { hard: true, trim: false }).split('\n'),
  ];
  const width = Math.ceil(COLUMNS * CELL + 2 * MARGIN);
  const height = lines.length * LINE + BAR + MARGIN;
  const rows = lines.map((line, index) => {
    let column = 0;
    const spans = runsOf(line).map(([part, { colour, bold, dim }]) => {
      const style = [
        ` x="${(MARGIN + column * CELL).toFixed(1)}"`,
        ...(colour === undefined ? [] : [` fill="${colour}"`]),
        ...(bold ? [' font-weight="600"'] : []),
        ...(dim ? [' fill-opacity=".62"'] : []),
      ].join('');
      column += stringWidth(part);
      return `<tspan${style}>${escaped(part)}</tspan>`;
    });
    return `<text xml:space="preserve" y="${BAR + 14 + index * LINE}">${spans.join('')}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${GROUND}"/>`,
    ...[0, 1, 2].map((index) => `<circle cx="${MARGIN + 4 + index * 16}" cy="15" r="5" fill="#3b4856"/>`),
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${INK}" style="white-space:pre">`,
    ...rows,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

process.chdir(root);
const isCheck = process.argv.includes('--check');
mkdirSync(FOLDER, { recursive: true });
for (const picture of PICTURES) {
  const path = join(FOLDER, picture.file);
  const drawn = svg(picture, printed(picture.args));
  const isFresh = existsSync(path) && readFileSync(path, 'utf8') === drawn;
  if (!isCheck) writeFileSync(path, drawn);
  else if (!isFresh) {
    console.error(`${path} does not show what the program prints: npm run pictures`);
    process.exitCode = 1;
  }
}
if (!isCheck) {
  await takeInspectorPictures(PROCTOR, FOLDER);
  await takeHostedPictures(FOLDER);
  await takeReportPictures(PROCTOR, FOLDER);
}
