/** Links of ours, as `linked` writes them: what they lead to stands whole in the text that a terminal gets. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequence of a link
export const LINK = /(\x1b\]8;;(?:https:\/\/[a-z0-9.-]+\/[\w./#-]*)?\x07)/;

/** A text that leads to an address in a terminal that has links (OSC 8); as it is if the address has more than a plain page and anchor. */
export function linked(text: string, url: string): string {
  const start = `\x1b]8;;${url}\x07`;
  return url !== '' && start.replace(LINK, '') === '' ? `${start}${text}\x1b]8;;\x07` : text;
}

/** Terminals by the name that they give themselves in TERM_PROGRAM, with the first version that has links. */
const PROGRAMS: { readonly [name: string]: string } = {
  'iTerm.app': '3.1',
  WezTerm: '20200620',
  vscode: '1.72',
  ghostty: '0',
  Hyper: '0',
  rio: '0',
  Tabby: '0',
  zed: '0',
  mintty: '3.1',
};
/** Values of TERM, and variables that a terminal with links sets. */
const TERMS = /^(?:xterm-kitty|alacritty|foot|xterm-ghostty|contour)/;
const VARIABLES = ['WT_SESSION', 'KITTY_WINDOW_ID', 'KONSOLE_VERSION', 'DOMTERM'];
/** The first version of VTE, which GNOME's terminals are made of, whose links do not crash them. */
const VTE = 5001;

/**
 * Whether a terminal shows links, by what it says of itself: one that does not would show their bytes. FORCE_HYPERLINK decides for those that
 * are not known (0 for no).
 */
export function hasLinks(env: { readonly [name: string]: string | undefined }): boolean {
  const { FORCE_HYPERLINK: forced, TERM = '', TERM_PROGRAM = '', TERM_PROGRAM_VERSION = '', VTE_VERSION } = env;
  if (forced !== undefined) return forced !== '0';
  // These take the links of the programs inside them away, or show them.
  if (/^(?:screen|tmux)/.test(TERM) || env.TMUX) return false;
  const since = Object.hasOwn(PROGRAMS, TERM_PROGRAM) ? PROGRAMS[TERM_PROGRAM] : undefined;
  if (since !== undefined) return isSince(TERM_PROGRAM_VERSION, since);
  if (VTE_VERSION) return Number(VTE_VERSION) >= VTE;
  return TERMS.test(TERM) || VARIABLES.some((name) => Boolean(env[name]));
}

/** Whether a version is another one or later; both are numbers with dots, and what follows counts for nothing. */
function isSince(version: string, other: string): boolean {
  if (other === '0') return true;
  const numbers = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
  const [own, wanted] = [numbers(version), numbers(other)];
  for (const [index, number] of wanted.entries()) {
    const difference = (own[index] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}
