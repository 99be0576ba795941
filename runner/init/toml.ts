/**
 * The strings of a TOML table, as far as a project says by them what it is: `name = "text"`, and lists of strings of one line or
 * several. Other values are left out. Enough for pyproject.toml and Cargo.toml; nothing is judged.
 *
 * @param table such as `project.scripts`; of an array of tables the first
 */
export function tomlTable(text: string, table: string): Map<string, string | string[]> {
  const values = new Map<string, string | string[]>();
  const header = new RegExp(`^\\s*\\[\\[?\\s*${table.replace(/[.]/g, '\\s*[.]\\s*')}\\s*\\]?\\]\\s*(?:#.*)?$`, 'm');
  const found = header.exec(text);
  if (!found) return values;
  const rest = text.slice(found.index + found[0].length);
  const end = /^\s*\[\[?[\w."' -]+\]\]?\s*(?:#.*)?$/m.exec(rest);
  const body = end ? rest.slice(0, end.index) : rest;
  for (const [, bare, quoted, value = ''] of body.matchAll(
    /^\s*(?:([\w-]+)|["']([^"']+)["'])\s*=\s*(\[(?:"[^"]*"|'[^']*'|[^\]"'])*\]|[^\n]*)/gm,
  )) {
    const strings = [...value.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(
      ([, basic, literal]) => basic ?? literal ?? '',
    );
    const name = (bare ?? quoted)!;
    if (value.startsWith('[')) values.set(name, strings);
    else if (/^["']/.test(value) && strings[0] !== undefined) values.set(name, strings[0]);
    else if (value.startsWith('{')) values.set(name, strings);
    else values.set(name, '');
  }
  return values;
}
