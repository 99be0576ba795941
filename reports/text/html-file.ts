import { createHash } from 'node:crypto';

/** The parts of a page that are the same in all: its script and its styles. Neither contains the end of its element. */
export interface PageParts {
  script: string;
  style: string;
}

/**
 * A page that is one file. Its policy lets only its own script and styles in, by their hashes: nothing is loaded, and nothing that a peer
 * said becomes markup or a program.
 *
 * @param title as HTML, with its element
 * @param body as HTML
 */
export function htmlFile(title: string, body: string, { script, style }: PageParts): string {
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
${title}
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
