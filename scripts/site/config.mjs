// How VitePress builds the site. `npm run site` writes the content, and calls this with what is in it.
import { anchorOf } from '../docs/markdown.mjs';

/** Text of schemas and requirements stays text: Vue evaluates none of it. */
const inert = (text) => text.replaceAll('{{', '&#123;&#123;');

/**
 * The configuration of VitePress.
 * @param {{ base: string, outDir: string, cacheDir: string, nav: object[], sidebar: object, version: string }} site
 */
export const config = ({ base, outDir, cacheDir, nav, sidebar, version }) => ({
  base,
  outDir,
  cacheDir,
  title: 'Proctor',
  description: 'Conformance kit and mock host for agent protocols',
  lang: 'en',
  ignoreDeadLinks: false,
  // Nothing is loaded from elsewhere; the fonts of the theme are files of the site.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      const text = md.renderer.rules.text;
      md.renderer.rules.text = (...args) => inert(text(...args));
    },
  },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    footer: { message: `Proctor ${version}, Apache-2.0` },
  },
  vite: { build: { chunkSizeWarningLimit: 20_000 }, logLevel: 'warn' },
});
