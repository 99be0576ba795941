// Links of the built site that lead nowhere. VitePress knows pages, not anchors and files.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A line for each link of a page to a page, anchor or file of the site that does not exist.
 * @param {string} folder the built site
 * @param {string} base the path that it is served below, such as `/`
 */
export function brokenLinks(folder, base) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.html'));
  const texts = new Map(pages.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  const ids = new Map([...texts].map(([path, text]) => [path, new Set(all(text, / id="([^"]*)"/g))]));
  const broken = new Set();
  for (const [path, text] of texts) {
    if (path === '404.html') continue;
    for (const href of all(text, /<a\b[^>]*? href="([^"]*)"/g)) {
      if (/^[a-z][a-z+.-]*:/.test(href)) continue;
      const url = new URL(href, `https://site.invalid${base}${path}`);
      const file = fileOf(decodeURIComponent(url.pathname), base, folder);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (file === undefined) broken.add(`${path}: ${href} leads to no page`);
      else if (anchor !== '' && ids.get(file)?.has(anchor) === false) broken.add(`${path}: ${href} has no such anchor`);
    }
  }
  return [...broken];
}

/** The file that is served for a path, below the folder; undefined if there is none. */
function fileOf(path, base, folder) {
  if (!path.startsWith(base)) return undefined;
  const inside = path.slice(base.length);
  const found = [inside, `${inside}index.html`, `${inside}.html`].find(
    (one) => one !== '' && existsSync(join(folder, one)) && statSync(join(folder, one)).isFile(),
  );
  return found;
}

const all = (text, pattern) => [...text.matchAll(pattern)].map(([, value]) => unescaped(value));

const unescaped = (text) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name]);
