import { createHash } from 'node:crypto';
import type { Snapshot } from '../../src/control/snapshot.js';
import { jsonText, unicodeEscape } from '../../src/json/json-escapes.js';
import { withoutInnerCommands } from '../../src/json/workflow-commands.js';

/** The parts of a page that are the same in all: its script and its styles. Neither contains the end of its element. */
export interface PageParts {
  script: string;
  style: string;
}

/**
 * One HTML file that shows a session without Proctor. Its policy lets only its own script and styles in, by their hashes: nothing is
 * loaded, and nothing that a peer said becomes markup or a program.
 */
export function toHtml(snapshot: Snapshot, { script, style }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Proctor inspector</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<noscript><p>This page needs JavaScript to show the session.</p></noscript>
<script type="application/json" id="snapshot">${dataOf(snapshot)}</script>
<script>${script}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** JSON that ends no element, opens no comment, and is no command to the CI system whose log it may end up in. */
const dataOf = (snapshot: Snapshot): string =>
  withoutInnerCommands(jsonText(snapshot), unicodeEscape).replaceAll('<', '\\u003c');
