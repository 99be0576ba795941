import pc from 'picocolors';

/** Colours for one output; all of them do nothing where it has none. */
export type Style = ReturnType<typeof pc.createColors>;

export function styleFor(color: boolean): Style {
  return pc.createColors(color);
}

/** A sign and its colour for each way a case can come out. Never colour alone: the sign says the same. */
export interface Mark {
  sign: string;
  paint: (style: Style, text: string) => string;
}

export const marks = {
  pass: { sign: '✓', paint: (style, text) => style.green(text) },
  nonStrict: { sign: '≈', paint: (style, text) => style.green(text) },
  fail: { sign: '✗', paint: (style, text) => style.red(text) },
  warn: { sign: '⚠', paint: (style, text) => style.yellow(text) },
  expectedFail: { sign: '○', paint: (style, text) => style.dim(text) },
  unexpectedPass: { sign: '✗', paint: (style, text) => style.red(text) },
  flaky: { sign: '~', paint: (style, text) => style.red(text) },
  skipped: { sign: '↷', paint: (style, text) => style.dim(text) },
  untestable: { sign: '?', paint: (style, text) => style.red(text) },
  error: { sign: '!', paint: (style, text) => style.red(text) },
  notRun: { sign: '·', paint: (style, text) => style.red(text) },
} satisfies { [name: string]: Mark };
export type MarkName = keyof typeof marks;

/** The sign of a mark in its colour, with a text behind it. */
export function marked(style: Style, name: MarkName, text = ''): string {
  const { sign, paint } = marks[name];
  return paint(style, text === '' ? sign : `${sign} ${text}`);
}
