// Writes what VitePress makes the site of: Markdown in folders, and the lists for its navigation.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';

/** Protocols, whose schemas come before those of files. */
const PROTOCOLS = ['mcp', 'acp', 'a2a', 'harn', 'bridge', 'hub', 'trust', 'jsonrpc'];

/**
 * Writes the content of the site.
 * @param {{ content: string, built: string }} folders where it goes, and the output of `schemas build`
 * @returns {{ nav: object[], sidebar: object, pages: number, version: string }}
 */
export function writeContent({ content, built }) {
  const pages = new Map();
  const add = (path, text) => pages.set(path.replace(/(^|\/)README\.md$/, '$1index.md'), text);
  for (const path of filesBelow('docs')) {
    if (path.endsWith('.md')) add(path, indexed(readFileSync(join('docs', path), 'utf8')));
    else copy(join('docs', path), join(content, path));
  }
  add('changelog.md', readFileSync('CHANGELOG.md', 'utf8'));
  for (const path of filesBelow(join(built, 'pages'))) {
    const text = indexed(readFileSync(join(built, 'pages', path), 'utf8'));
    // A bundle is named like the folder of the requirements.
    if (/^requirements\/(README|[A-Z][A-Z\d-]*)\.md$/.test(path)) add(path, withoutOutline(text));
    else {
      const moved = text
        .replaceAll('](../../schemas/', '](/bundles/')
        .replace('](requirements/index.md)', '](/requirements/)');
      add(`schemas/${path}`, moved);
    }
  }
  cpSync(join(built, 'schemas'), join(content, 'public/bundles'), { recursive: true, filter: isBundle(built) });
  const hasResults = existsSync('results');
  if (hasResults)
    for (const path of filesBelow('results')) {
      if (path.endsWith('.md')) add(`results/${path}`, indexed(readFileSync(join('results', path), 'utf8')));
      else copy(join('results', path), join(content, 'public/results', path));
    }
  if (hasResults && !pages.has('results/index.md')) add('results/index.md', listOf('Results', 'results', pages));
  for (const [path, text] of pages) {
    mkdirSync(dirname(join(content, path)), { recursive: true });
    writeFileSync(join(content, path), text);
  }
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return { nav: navOf(hasResults), sidebar: sidebarOf(pages, hasResults), pages: pages.size, version };
}

/** Whole bundles, not each definition: what a page links to. */
const isBundle = (built) => (path) => relative(join(built, 'schemas'), path).split(sep).length <= 2;

const indexed = (text) => text.replace(/(\]\([^)\s]*?)README\.md/g, '$1index.md');

/** The table on top of the page has what the outline would have. */
const withoutOutline = (text) => `---\noutline: false\n---\n\n${text}`;

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
    .sort();
}

/** A map from what `keyOf` says of items to those items. */
function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const titleOf = (text) => (/^# (.+)$/m.exec(text)?.[1] ?? '').replace(/[`\\]/g, '');

/** A page that links to all others of a folder. */
function listOf(title, folder, pages) {
  const own = [...pages].filter(([path]) => path.startsWith(`${folder}/`));
  const lines = own.map(([path, text]) => `- [${titleOf(text)}](${posix.relative(folder, path)})`);
  return `# ${title}\n\n${lines.join('\n')}\n`;
}

const linkOf = (path) => `/${path.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;

const navOf = (hasResults) => [
  { text: 'Guides', link: '/quick-start', activeMatch: '^/(guides/|roles/|quick-start|concepts|security)' },
  { text: 'Reference', link: '/reference/command-line', activeMatch: '^/(reference|internals)/' },
  { text: 'Schemas', link: '/schemas/', activeMatch: '^/schemas/' },
  { text: 'Requirements', link: '/requirements/', activeMatch: '^/requirements/' },
  ...(hasResults ? [{ text: 'Results', link: '/results/', activeMatch: '^/results/' }] : []),
];

/** Groups don't fold: a part that folds has buttons in a button, which screen readers can't use. */
function sidebarOf(pages, hasResults) {
  const item = (path) => ({ text: titleOf(pages.get(path)), link: linkOf(path) });
  const within = (folder) =>
    [...pages.keys()].filter((path) => dirname(path) === folder && basename(path) !== 'index.md');
  const part = (text, folder) => ({ text, items: within(folder).map(item) });
  const docs = [
    { text: 'Start', items: ['index.md', 'quick-start.md', 'concepts.md', 'security.md', 'changelog.md'].map(item) },
    part('Guides', 'guides'),
    part('Roles', 'roles'),
    part('Command line', 'reference/command-line'),
    part('Reference', 'reference'),
    part('Internals', 'internals'),
  ];
  return {
    '/': docs,
    '/schemas/': schemasBar(pages),
    '/requirements/': requirementsBar(pages),
    ...(hasResults ? { '/results/': [{ text: 'Results', items: within('results').map(item) }] } : {}),
  };
}

function schemasBar(pages) {
  const versions = groupBy(
    [...pages.keys()].filter((path) => /^schemas\/[^/]+\/[^/]+\.md$/.test(path)),
    (path) => path.split('/')[1],
  );
  const group = (name) => ({
    text: name,
    items: versions.get(name).map((path) => ({ text: basename(path, '.md'), link: linkOf(path) })),
  });
  const names = [...versions.keys()];
  const files = names.filter((name) => !PROTOCOLS.includes(name));
  return [
    { text: 'Schemas', link: '/schemas/' },
    ...PROTOCOLS.filter((name) => names.includes(name)).map(group),
    {
      text: 'Files',
      items: files.flatMap((name) =>
        versions.get(name).map((path) => ({ text: path.slice('schemas/'.length, -'.md'.length), link: linkOf(path) })),
      ),
    },
  ];
}

function requirementsBar(pages) {
  const areas = [...pages.keys()].filter(
    (path) => /^requirements\/[^/]+\.md$/.test(path) && !path.endsWith('/index.md'),
  );
  const byProtocol = groupBy(areas, (path) => basename(path, '.md').split('-')[0]);
  const groups = [...byProtocol].map(([text, paths]) => ({
    text,
    items: paths.map((path) => ({ text: basename(path, '.md'), link: linkOf(path) })),
  }));
  return [{ text: 'Requirements', link: '/requirements/' }, ...groups];
}
