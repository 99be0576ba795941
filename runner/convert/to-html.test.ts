import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/control/snapshot.js';
import { toHtml } from './to-html.js';

const PARTS = { script: 'document.title = "é";', style: 'body{margin:0}' };
const snapshot = (more: object = {}) =>
  ({ savedAt: '', lines: [], requirements: [], cases: [], ...more }) as unknown as Snapshot;

/** The data as a browser reads it: up to the next end of a script. */
const dataIn = (html: string): string =>
  /<script type="application\/json" id="snapshot">(.*?)<\/script/s.exec(html)![1]!;

describe('toHtml', () => {
  it('lets in only its own script and styles, by their hashes', () => {
    const html = toHtml(snapshot(), PARTS);
    const [, policy = ''] = /content-security-policy" content="([^"]*)"/.exec(html)!;
    const inElement = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(html)![1]!;
    for (const name of ['script', 'style']) {
      const hash = createHash('sha256').update(inElement(name), 'utf8').digest('base64');
      expect(policy).toContain(`${name}-src 'sha256-${hash}';`);
    }
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https?:|connect-src/);
    expect(html).not.toMatch(/\ssrc=|@import|url\(/);
  });

  it.each([
    '</script><script>alert(1)</script>',
    '<!--<script>',
    ']]></SCRIPT >',
    '\u2028\u202e\u0000\r\n\ud800',
    '\\u003c/script>',
    '##[add-path]/tmp ##vso[task.setvariable]x section_start:1:a travis_fold:start:b',
    '${x} $& $1 `',
  ])('keeps %j as it was, and in its element', (text) => {
    const lines = [{ index: 0, summary: text, [text]: [text] }];
    const html = toHtml(snapshot({ lines }), PARTS);
    expect(html.match(/<\/?script/gi)).toHaveLength(4);
    expect(html).not.toMatch(/<!--|##\w*\[|section_start:|[\p{Cf}\p{Cs}\p{Zl}]/u);
    // Of control characters, the line ends of the page alone.
    expect(html.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(dataIn(html)).lines).toEqual(lines);
  });

  it('keeps large integers', () => {
    const html = toHtml(snapshot({ lines: [{ id: 9007199254740993n }] }), PARTS);
    expect(dataIn(html)).toContain('"id":9007199254740993');
  });
});
