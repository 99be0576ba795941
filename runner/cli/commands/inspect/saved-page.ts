import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageParts } from '../../../../reports/text/html-file.js';
import { packageRoot } from '../../root.js';

/** What a saved page is made of; undefined if the package was built without its pages. */
export function savedPage(): PageParts | undefined {
  const [script, style] = ['saved.js', 'inspector.css'].map((name) => join(packageRoot, 'dist', 'web', name));
  if (!existsSync(script!) || !existsSync(style!)) return undefined;
  return { script: readFileSync(script!, 'utf8'), style: readFileSync(style!, 'utf8') };
}
