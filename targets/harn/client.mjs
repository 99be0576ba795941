// client.mjs PEER FOLDER VERSION: runs the script act.harn of FOLDER as a client of MCP, by `harn run`, in RC mode for a draft. Its server `kit` is
// PEER, a command as JSON; what stands in kit.toml of FOLDER belongs to its entry in harn.toml, and what stands in more.toml behind it. The
// script has `arguments`, of arguments.json, and `kit`, its server as agent loops take one. The last line is the outcome.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHarn } from './start.mjs';

const [peer, folder, version] = process.argv.slice(2);
const written = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');
const [command, ...args] = JSON.parse(peer);
const text = (value) => JSON.stringify(value);
const entry = [
  '[[mcp]]',
  'name = "kit"',
  `command = ${text(command)}`,
  `args = [${args.map(text).join(', ')}]`,
  ...(version.startsWith('DRAFT') ? ['protocol_mode = "rc"', `protocol_version = ${text(version)}`] : []),
  written('kit.toml'),
];
writeFileSync(join(folder, 'harn.toml'), `${entry.join('\n')}\n${written('more.toml')}`);
writeFileSync(
  join(folder, 'main.harn'),
  `pipeline main(harness) {
  let arguments = json_parse(read_file("arguments.json"))
  let kit = json_parse(read_file("kit.json"))
  try {
    let act = { ->
${written('act.harn')}
    }
    harness.stdio.println(json_stringify({ok: true, value: act()}))
  } catch (e) {
    harness.stdio.println(json_stringify({ok: false, error: to_string(e)}))
  }
}
`,
);
writeFileSync(join(folder, 'kit.json'), text({ name: 'kit', command, args }));
if (!existsSync(join(folder, 'arguments.json'))) writeFileSync(join(folder, 'arguments.json'), '{}');
startHarn(['run', 'main.harn'], { cwd: folder });
