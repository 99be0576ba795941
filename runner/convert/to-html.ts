import { htmlFile, type PageParts } from '../../reports/text/html-file.js';
import type { Snapshot } from '../../src/control/snapshot.js';
import { jsonText, unicodeEscape } from '../../src/json/json-escapes.js';
import { withoutInnerCommands } from '../../src/json/workflow-commands.js';

/** One HTML file that shows a session without Proctor. */
export function toHtml(snapshot: Snapshot, parts: PageParts): string {
  const body = `<div id="app"></div>
<noscript><p>This page needs JavaScript to show the session.</p></noscript>
<script type="application/json" id="snapshot">${dataOf(snapshot)}</script>`;
  return htmlFile('<title>Proctor inspector</title>', body, parts);
}

/** JSON that ends no element, opens no comment, and is no command to the CI system whose log it may end up in. */
const dataOf = (snapshot: Snapshot): string =>
  withoutInnerCommands(jsonText(snapshot), unicodeEscape).replaceAll('<', '\\u003c');
