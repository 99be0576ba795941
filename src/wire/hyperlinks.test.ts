import { expect, it } from 'vitest';
import { hasLinks, linked } from './hyperlinks.js';

it.each([
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.4.1' }, true],
  [{ TERM_PROGRAM: 'iTerm.app', TERM_PROGRAM_VERSION: '3.0.15' }, false],
  [{ TERM_PROGRAM: 'iTerm.app' }, false],
  [{ TERM_PROGRAM: 'WezTerm', TERM_PROGRAM_VERSION: '20240203-110809-5046fc22' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.95.0' }, true],
  [{ TERM_PROGRAM: 'vscode', TERM_PROGRAM_VERSION: '1.71.9' }, false],
  [{ TERM_PROGRAM: 'Apple_Terminal' }, false],
  [{ TERM_PROGRAM: 'constructor' }, false],
  [{ VTE_VERSION: '7003' }, true],
  [{ VTE_VERSION: '5000' }, false],
  [{ TERM: 'xterm-kitty' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ TERM: 'tmux-256color', VTE_VERSION: '7003' }, false],
  [{ WT_SESSION: 'a' }, true],
  [{ FORCE_HYPERLINK: '1' }, true],
  [{ FORCE_HYPERLINK: '0', WT_SESSION: 'a' }, false],
  [{}, false],
])('a terminal that says %j has links: %s', (env, has) => {
  expect(hasLinks(env)).toBe(has);
});

it('a link has nothing in its address but a page and an anchor', () => {
  expect(linked('A-1', 'https://a.example/b#c_d-e')).toBe('\x1b]8;;https://a.example/b#c_d-e\x07A-1\x1b]8;;\x07');
  for (const url of ['http://a.example/', 'https://a.example/\x07x', 'https://a.example/?b', 'javascript:x', ''])
    expect(linked('A-1', url)).toBe('A-1');
});
