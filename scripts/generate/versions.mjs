// The versions of a protocol as code: what cases/PROTOCOL/versions.yaml says, for the references that speak them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Versions by name, oldest first, each with what it leaves out as the version has it that it is `like`. */
function versionsOf(protocol) {
  const versions = {};
  for (const [name, { like, ...own }] of Object.entries(
    parse(readFileSync(join('cases', protocol, 'versions.yaml'), 'utf8')).versions,
  ))
    versions[name] = { ...versions[like], ...own };
  return versions;
}

/** Protocol -> the text of its module, for those whose versions a module imports. */
export function versionTables(texts) {
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/ from '[^']*\/generated\/versions\/([^']+)\.js'/g)].map(([, protocol]) => protocol),
  );
  return [...new Set(imported)].map((protocol) => {
    const table = JSON.stringify(versionsOf(protocol), null, 2);
    return [
      protocol,
      `/** The versions of ${protocol} by name, oldest first. */\nexport const versions = ${table} as const;\n`,
    ];
  });
}
