import { unicodeEscape, visibleJson } from '../json/json-escapes.js';
import { secretsInEnvironment } from '../json/secrets/credentials.js';
import { Secrets } from '../json/secrets/redact.js';
import { printable, spelling } from '../json/visible.js';
import { isReadByCi, withoutCommands, withoutInnerCommands } from '../json/workflow-commands.js';
import { hasLinks, LINK } from './hyperlinks.js';

/** The secrets of this process, its environment's at first: nothing that it writes to stdout or stderr shows them. */
export const secrets = new Secrets(secretsInEnvironment(process.env));

/**
 * What a text is, which says how it is escaped and that it stays what it is: `text` for people, lines of `json`, a document of `xml`, the
 * `commands` of a CI system that are meant as such, a page in `html` whose data is escaped already and whose own text has a hash.
 */
export type Form = 'text' | 'json' | 'xml' | 'commands' | 'html';

/** Longest line that is held back until its end comes, in characters. */
const LONGEST = 64 * 1024;
/** Colours of ours, as picocolors writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
const COLOUR = /(\x1b\[(?:0|1|2|22|3[1-69])m)/;

/**
 * The one way out through stdout or stderr: what leaves is redacted, then escaped, so that nothing that a target, a peer or a file says moves
 * a cursor, hides text, or is a command to the CI system that reads the log. Only the messages of a mock over stdio go past it.
 */
export class Output {
  private rest = '';
  private decoder: InstanceType<typeof TextDecoder> | undefined;
  private isDrawn = false;

  /** @param stream asked for each time, since reading `process.stdout` opens it */
  constructor(
    private readonly stream: () => NodeJS.WriteStream,
    private readonly hidden: Secrets = secrets,
    private readonly env: NodeJS.ProcessEnv = process.env,
  ) {}

  /** Whether a person looks at it on a terminal that moves its cursor. */
  get isTTY(): boolean {
    return this.stream().isTTY === true && this.env.TERM !== 'dumb';
  }

  /** On a terminal, unless NO_COLOR is set; FORCE_COLOR decides first: 0 or false for never, else always. */
  get color(): boolean {
    const { FORCE_COLOR: forced, NO_COLOR: none } = this.env;
    if (forced) return !['0', 'false'].includes(forced);
    return this.isTTY && !none;
  }

  /** Whether a report may have links in it: what the terminal shows of those is their text. */
  get links(): boolean {
    return this.isTTY && this.color && hasLinks(this.env);
  }

  /** Width of the terminal; undefined where it is none. */
  get columns(): number | undefined {
    return this.stream().columns;
  }

  /** Writes whole lines. */
  write(text: string, form: Form = 'text'): void {
    this.clear();
    this.put(this.escaped(form === 'json' ? this.hidden.json(text) : this.hidden.text(text), form));
  }

  /** The same for a report, which was redacted event by event: its own words may look like credentials, and are none. */
  writeReport(text: string, form: Form): void {
    this.clear();
    const shown = form === 'text' ? this.hidden.known(text) : text;
    const hasOurs = form === 'text' && this.links;
    this.put(hasOurs ? between(LINK, shown, (part) => this.escaped(part, form)) : this.escaped(shown, form));
  }

  /** Writes whole lines with a secret in them that the person at the keyboard has asked for. Nothing else may use it. */
  reveal(text: string): void {
    this.clear();
    this.put(this.escaped(text, 'text'));
  }

  /** A line at the bottom of a terminal that the next one takes the place of; an empty text takes it away. */
  draw(line: string): void {
    if (!this.isTTY) return;
    this.isDrawn = line !== '';
    this.put(`\r\x1b[2K${this.escaped(this.hidden.text(line), 'text').replaceAll('\n', ' ')}`);
  }

  private clear(): void {
    if (this.isDrawn) this.put('\r\x1b[2K');
    this.isDrawn = false;
  }

  /** Passes on what another program says as it comes, a line at a time: a secret or a command may come in pieces. */
  pass(chunk: Uint8Array): void {
    if (this.decoder === undefined) {
      this.decoder = new TextDecoder();
      process.once('exit', () => this.passRest());
    }
    this.rest += this.decoder.decode(chunk, { stream: true });
    const end = this.rest.lastIndexOf('\n') + 1;
    if (end > 0) this.write(this.rest.slice(0, end));
    this.rest = this.rest.slice(end);
    if (this.rest.length > LONGEST) this.passRest();
  }

  /** What was passed on last, although its line has no end yet. */
  passRest(): void {
    const { rest } = this;
    this.rest = '';
    if (rest !== '') this.write(`${rest}\n`);
  }

  /** Resolves once all is out, or its reader is gone. */
  flushed(): Promise<void> {
    return new Promise((resolve) => void this.stream().write('', () => resolve()));
  }

  private escaped(text: string, form: Form): string {
    if (form === 'html') return text;
    const isCi = isReadByCi(this.env);
    if (form === 'json') return isCi ? withoutInnerCommands(visibleJson(text), unicodeEscape) : visibleJson(text);
    const shown = this.color ? between(COLOUR, text, printable) : printable(text);
    if (!isCi) return shown;
    if (form === 'commands') return withoutInnerCommands(shown, spelling);
    return withoutCommands(shown, form === 'xml' ? reference : spelling);
  }

  private put(text: string): void {
    this.stream().write(text);
  }
}

const reference = (character: string) => `&#${character.charCodeAt(0)};`;

/** A text with what stands between its colours or links changed. */
function between(ours: RegExp, text: string, change: (part: string) => string): string {
  return text
    .split(ours)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('');
}

export const stdout = new Output(() => process.stdout);
export const stderr = new Output(() => process.stderr);
