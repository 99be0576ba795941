// The section of CHANGELOG.md of a version, for the notes of its release: node scripts/release-notes.mjs v1.2.3
import { readFileSync } from 'node:fs';

const version = process.argv[2]?.replace(/^v/, '');
const sections = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8').split(/^(?=## )/m);
const section = sections.find((one) => one.split('\n')[0].replace(/^## \[?|\]?(?: .*)?$/g, '') === version);
if (version === undefined || section === undefined) {
  console.error(
    `CHANGELOG.md has no section for ${version ?? 'no version'}: add "## ${version ?? 'X.Y.Z'}" above the older ones`,
  );
  process.exit(1);
}
process.stdout.write(section.replace(/^.*\n+/, ''));
