import { type JsoncNode, readJsonc } from './jsonc-tree.js';

/** How a server is started by the proxy. */
export interface Launcher {
  command: string;
  /** What stands before the options of the proxy. */
  args: readonly string[];
  /** The options of the proxy for a server, by its role and its name. */
  options(role: string, name: string): readonly string[];
}

/** An entry of a configuration, and what became of it. */
export interface Edited {
  text: string;
  /** Names of the entries that were changed. */
  changed: string[];
  /** Names of those that were not, and why. */
  left: { name: string; why: string }[];
}

/** Where hosts keep the servers that they start, and what those are. */
const PLACES: readonly (readonly [path: readonly string[], role: string])[] = [
  // Claude Desktop and Code, Cursor, Windsurf, and most others.
  [['mcpServers'], 'mcp/server'],
  // VS Code, in mcp.json.
  [['servers'], 'mcp/server'],
  // VS Code, in its settings.
  [['mcp', 'servers'], 'mcp/server'],
  // Zed.
  [['context_servers'], 'mcp/server'],
  [['agent_servers'], 'acp/agent'],
];

/** In the options of the proxy: what says that `wrap` wrote them, and whether there were arguments before. */
const MARK = '--wrapped';

interface Entry {
  name: string;
  role: string;
  node: JsoncNode;
}

/**
 * A configuration whose servers are started by the proxy. `names` picks some of them; without any it is all. Comments and formatting stay.
 * Throws JsoncProblem.
 */
export function wrapped(text: string, launcher: Launcher, names: readonly string[] = []): Edited {
  return edited(text, names, ({ name, role, node }) => {
    const command = memberOf(node, 'command');
    const args = memberOf(node, 'args');
    if (typeof command?.value !== 'string')
      return command === undefined ? 'is not started by a command' : `\`${name}.command\` is not a string`;
    if (isWrapped(args)) return 'is wrapped already';
    if (args !== undefined && args.items === undefined) return `\`${name}.args\` is not a list`;
    const mark = args === undefined ? 'none' : 'args';
    const words = [...launcher.args, 'proxy', MARK, mark, ...launcher.options(role, name), '--'].map((word) =>
      JSON.stringify(word),
    );
    // Exactly as written, so that unwrap can put it back.
    const literal = text.slice(command.from, command.to);
    const list = [...words, literal].join(', ');
    const own = JSON.stringify(launcher.command);
    if (args === undefined) return [{ at: command, put: `${own}, "args": [${list}]` }];
    const inside = { from: args.from + 1, to: args.from + 1 };
    return [
      { at: command, put: own },
      { at: inside, put: args.items!.length > 0 ? `${list}, ` : list },
    ];
  });
}

/** A configuration as it was before `wrapped`, byte for byte. Throws JsoncProblem. */
export function unwrapped(text: string, names: readonly string[] = []): Edited {
  return edited(text, names, ({ node }) => {
    const command = memberOf(node, 'command');
    const args = memberOf(node, 'args');
    if (command === undefined || args?.items === undefined || !isWrapped(args)) return 'is not wrapped';
    const { items } = args;
    const end = items.findIndex(({ value }) => value === '--');
    const original = items[end + 1];
    if (end < 0 || typeof original?.value !== 'string')
      return 'was changed after it was wrapped; take the proxy out by hand';
    const literal = text.slice(original.from, original.to);
    const mark = items[items.findIndex(({ value }) => value === MARK) + 1]?.value;
    if (mark === 'none') {
      // Somebody may have added arguments since.
      if (items.length === end + 2) return [{ at: { from: command.from, to: args.to }, put: literal }];
    }
    const first = items[end + 2];
    const after = text.startsWith(', ', original.to) ? original.to + 2 : (first?.from ?? original.to);
    return [
      { at: command, put: literal },
      { at: { from: args.from + 1, to: first === undefined ? original.to : after }, put: '' },
    ];
  });
}

interface Change {
  at: { from: number; to: number };
  put: string;
}

function edited(text: string, names: readonly string[], edit: (entry: Entry) => string | Change[]): Edited {
  const entries = entriesOf(readJsonc(text));
  const changed: string[] = [];
  const left: Edited['left'] = names
    .filter((name) => !entries.some((one) => one.name === name))
    .map((name) => ({ name, why: 'is not there' }));
  const changes: Change[] = [];
  for (const entry of entries) {
    if (names.length > 0 && !names.includes(entry.name)) continue;
    const made = edit(entry);
    if (typeof made === 'string') left.push({ name: entry.name, why: made });
    else {
      changed.push(entry.name);
      changes.push(...made);
    }
  }
  // From the end, so that no change moves another one.
  changes.sort((a, b) => b.at.from - a.at.from);
  const result = changes.reduce((now, { at, put }) => now.slice(0, at.from) + put + now.slice(at.to), text);
  return { text: result, changed, left };
}

function entriesOf(root: JsoncNode): Entry[] {
  return PLACES.flatMap(([path, role]) => {
    const place = path.reduce<JsoncNode | undefined>((node, name) => node && memberOf(node, name), root);
    return (place?.members ?? [])
      .filter(({ node }) => node.members !== undefined)
      .map(({ key, node }) => ({ name: key, role, node }));
  });
}

/** Of members with one name the last counts. */
const memberOf = (node: JsoncNode, name: string): JsoncNode | undefined =>
  node.members?.findLast(({ key }) => key === name)?.node;

const isWrapped = (args: JsoncNode | undefined): boolean =>
  args?.items?.some(({ value }, at) => value === 'proxy' && args.items?.[at + 1]?.value === MARK) ?? false;
