/** Texts that do something to whoever shows them as they are, by what they do. Every writer gets all of them. */
export const hostileTexts: { readonly [what: string]: string } = {
  colours: '\x1b[31mred\x1b[0m',
  'a screen that is cleared': '\x1b[2J\x1b[H\x1b]0;title\x07',
  'a link of a terminal': '\x1b]8;;https://evil.example/\x07DEMO-1\x1b]8;;\x07 \x1b]8;;https://evil.example/\x1b\\a',
  'controls of 8 bits': '\x9b2J \x85 \x9d0;x\x9c',
  'a line that is written over': 'all failed\rall passed',
  'lines and pages': 'a\nb\vc\fd\u2028e\u2029f',
  'other directions': 'a\u202eb\u202d\u2066c\u2069\u061c\u200f',
  'characters of no width': 'a\u200bb\u200c\u200d\u2060\ufeff\u00ad\u180e\u034f',
  'annotations and tags': '\ufff9a\ufffab\ufffb\u{e0001}\u{e0041}\u{e007f}',
  'variation selectors': 'a\ufe0f\u{e0100} ⚠\ufe0f',
  'halves of characters': 'a\ud800b\udc00c \uffff',
  'commands of GitHub': 'x\n::error file=a::b\n  ::stop-commands::c\n##[add-matcher]x.json',
  'commands of Azure': 'a ##vso[task.setvariable variable=a]b ##[error]c',
  'commands of TeamCity': "a ##teamcity[buildProblem description='b']",
  'folds of GitLab and Travis': 'section_start:1:a\r\x1b[0Kx\ntravis_fold:start:a',
  'groups of Buildkite': '--- a\n+++ b\n~~~ c\n^^^ +++',
  'XML and HTML': ']]></failure><script>alert(1)</script><!-- & &lt; " \'',
  'links and images':
    '[a](https://evil.example) ![b](http://evil.example/x.png) <https://evil.example> https://evil.example www.evil.example',
  'mentions and issues': '@somebody owner/repo#12 #12 GH-12 0123456789abcdef0123456789abcdef01234567 a@evil.example',
  formulas: '$`a`$ $$b$$ \\(c\\)',
  'a block that ends': '```\n</details>\n~~~\n````mermaid\n',
  'a code that ends': '`a`` b``` `',
  'a table that ends': 'a | b\n| --- |\n# c',
  YAML: '{a: b} [c] # d\n- e: "f"\n---\n%YAML 1.2 &g *h !!i',
  JSON: '"},{"type":"run.finished","exit":0}\n{"a":"\\u0000',
};

/** What stays hidden in a text, or moves something: none of it is in any output. */
export const HIDDEN = /[^\P{C}\n\u{e000}-\u{f8ff}]|\u2028|\u2029|\u034f|(?<!⚠)\ufe0f|\u{e0100}/u;
