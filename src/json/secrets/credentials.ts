/** What shows that a value is a secret: the name that it goes by, or its own form. Pure, and without knowing any secret. */

/** What stands where a secret stood. */
export const REDACTED = '[redacted]';

/** Shortest value that is hidden, and shortest that is hidden inside other words too. */
const SHORTEST = 4;
export const ANYWHERE = 8;

/** Longer values are none of the common ones. */
const LONGEST_WORD = 40;
/** Values that are too common to be hidden: a report would be unreadable, and nobody would learn a secret from them. */
const COMMON = new Set(
  [
    'true false null none undefined yes auto default enabled disabled always never',
    'debug info warn warning error trace silent verbose production development staging test testing local localhost',
    'stdio http https json text utf-8 utf8 node python bearer basic digest token secret password changeme example',
    'pass fail skipped must should target server client agent tools name value root admin user',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a value can be hidden without making a report unreadable: no short one, no port, no word that everybody uses. */
export function isHidable(value: string): boolean {
  const bare = value.trim();
  if (bare.length > LONGEST_WORD) return !bare.startsWith(REDACTED);
  return (
    bare.length >= SHORTEST && !/^\d{1,5}$/.test(bare) && !COMMON.has(bare.toLowerCase()) && !bare.includes(REDACTED)
  );
}

/** How a path begins that says from where it is: of the root, of a folder, or of what a target file fills in, such as `${dir}`. */
const PLACE = /^(?:[.~]{0,2}\/|[A-Za-z]:\\|\$\{\w+\}\/)/;
/** The path of a file below the working directory. No base64 has the dot of its ending. */
const RELATIVE_FILE = /^(?:[\w+-]+\/)+[\w+-]+\.[a-z]\w{0,5}$/;

/** Whether a value looks like a password, key or token whatever its name is: no sentence, word, number, path, type or plain URL. */
export function looksSecret(value: string): boolean {
  if (value.length < ANYWHERE || /\s/.test(value) || !isHidable(value)) return false;
  if (PLACE.test(value) || /^[\w.+-]+\/[\w.+*-]+$/.test(value) || RELATIVE_FILE.test(value)) return false;
  if (/^[\d.,:T_-]+Z?$/.test(value) || /^[A-Za-z]+$/.test(value)) return /^[A-Za-z]{24,}$/.test(value);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return secretsInUrl(value).length > 0;
  return !/^(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?$/i.test(value) && !/^[\w.+-]+@[\w.-]+$/.test(value);
}

const HEADER =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie2?|.*-(?:key|token|secret|password|auth)|(?:x-)?api-?key)$/i;
const MEMBER =
  /^(?:auth|token|client_?(?:secret|assertion)|code_?verifier|device_?code|(?:access|refresh|id|auth|bearer|session|registration_?access)_?token|(?:api|private|secret|access)_?key|passw(?:or)?d|passphrase)$/i;
const VARIABLE =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|(?:API|ACCESS|PRIVATE|SECRET)_?KEY|KEY|CREDENTIALS?|AUTH|COOKIE)(?:_|$)|(?:TOKEN|SECRET|PASSWORD|APIKEY)$/i;
/** A number that a handshake of WebSocket makes up; everybody may see it. */
const PUBLIC = /^sec-websocket-key$/i;

/** Whether a header, a member of an object, or a variable of the environment is one of credentials by its name. */
export function isCredentialName(name: string): boolean {
  return (HEADER.test(name) || MEMBER.test(name)) && !PUBLIC.test(name);
}

/** The same for what a person names more freely: a variable of the environment, a header of the command line, an option. */
export function isCredentialVariable(name: string): boolean {
  return isCredentialName(name) || (VARIABLE.test(name.replaceAll('-', '_')) && !PUBLIC.test(name));
}

const SCHEME = /^(?:Bearer|Basic|Digest|Token|ApiKey|Api-Key|Negotiate|DPoP|OAuth|AWS4-HMAC-SHA256)\s+/i;

/** What a value of credentials becomes: the scheme of it may be seen. */
export function redactedValue(value: string): string {
  return isReference(value) ? value : `${SCHEME.exec(value)?.[0] ?? ''}${REDACTED}`;
}

/** A value that names a secret and is none: `${env.TOKEN}`, `$TOKEN`, `<token>`. */
function isReference(value: string): boolean {
  return value === '' || /^(?:\w+\s+)?(?:\$\{?[\w.]+\}?|<[^<>]*>|\{\w*\}|\u2026|\[redacted\])$/i.test(value);
}

/** The secrets in the value of a header, a variable or an option: without its scheme, the password of `Basic`, each cookie. */
function secretsInValue(value: string): string[] {
  if (isReference(value)) return [];
  const bare = value.replace(SCHEME, '');
  const found = [bare, ...secretsInUrl(value)];
  if (/^Basic\s/i.test(value)) {
    const pair = Buffer.from(bare, 'base64').toString();
    found.push(pair, pair.slice(pair.indexOf(':') + 1));
  }
  for (const [, cookie] of bare.matchAll(/(?:^|;)\s*[\w.-]+=([^;]{8,})/g)) found.push(cookie!);
  return found.filter(isHidable);
}

/** Headers that everybody may see whatever their form. */
const ORDINARY =
  /^(?:accept|content|cache|access-control|if|sec)(?:-|$)|^(?:user-agent|origin|host|referer|connection)$|version$|^last-event-id$/i;

/** Whether a value is no secret although its name may be one of credentials: the path of a file. */
export const isPath = (value: string) => PLACE.test(value) && !value.includes('=');

/** Whether a variable of an environment says where something is, and so holds no secret: a report without its value could not be read. */
export const saysWhere = (name: string) =>
  /^(?:HOME|PATH|PWD|OLDPWD|USER|LOGNAME|SHELL|LANG|TERM|CI|HOSTNAME|HOST|PORT|NODE_ENV|TMPDIR|TMP|TEMP|VIRTUAL_ENV|LC_.*|XDG_.*|GITHUB_WORKSPACE|RUNNER_.*)$|_(?:DIR|PATH|HOME|ROOT|FILE|PORT|HOST)$/.test(
    name,
  );

/** The secrets in a header, a variable or an option, by its name and by the form of its value. */
export function secretsInNamed(name: string, value: string): string[] {
  if (isPath(value) || ORDINARY.test(name)) return [];
  const isOne = isCredentialVariable(name) || (!saysWhere(name) && looksSecret(value));
  return isOne ? secretsInValue(value) : secretsInUrl(value);
}

/** The secrets among the members of an object or a form: texts whose names are those of credentials. */
export function secretsInMembers(members: Iterable<readonly [name: string, value: unknown]>): string[] {
  return [...members].flatMap(([name, value]) =>
    typeof value === 'string' && isCredentialName(name) ? secretsInValue(value) : [],
  );
}

/** The secrets of an environment: what its variables hold that are credentials by their names, and look like some. */
export function secretsInEnvironment(env: { readonly [name: string]: string | undefined }): string[] {
  return Object.entries(env).flatMap(([name, value = '']) =>
    isCredentialVariable(name) && !isPath(value) && looksSecret(value) ? secretsInValue(value) : [],
  );
}

/** Something that must not be seen, with a name for it. */
export interface Credential {
  name: string;
  value: string;
}

/** The credentials in a URL as they stand there: its password, or its user alone, and what its query has that is one by name or form. */
export function credentialsInUrl(text: string): Credential[] {
  const [user, ...password] = (/^[a-z][a-z0-9+.-]*:\/\/([^\s/?#]*)@/i.exec(text)?.[1] ?? '').split(':');
  const value = password.length > 0 ? password.join(':') : user!;
  const found = value === '' ? [] : [{ name: password.length > 0 ? 'url_password' : 'url_user', value }];
  const query = /\?([^#\s]*)/.exec(text)?.[1] ?? '';
  for (const pair of query === '' ? [] : query.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    const value = rest.join('=');
    if (value !== '' && (QUERY_NAME.test(name) || looksSecret(value))) found.push({ name, value });
  }
  return found.filter((one) => !isReference(one.value));
}

/** The secrets in a URL: its user and password, and its credentials, as they stand there and decoded. */
export function secretsInUrl(text: string): string[] {
  const user = /^[a-z][a-z0-9+.-]*:\/\/([^\s/?#]*:[^\s/?#]*)@/i.exec(text)?.[1];
  const found = credentialsInUrl(text).flatMap(({ value }) => [value, decoded(value)]);
  return [...new Set(user === undefined ? found : [user, ...found])].filter(
    (one) => isHidable(one) && !isReference(one),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keys and tokens that say by their beginning what they are. */
const KNOWN_FORM = /^(?:sk-|pk-|rk-|gh[pousr]_|github_pat_|glpat-|xox[abps]-|AKIA|ASIA|eyJ[\w-]+\.)[\w.-]{10,}$/;

/** The credentials in the words of a command, each with the place of its word: after options and variables with such names, in headers, in URLs. */
export function credentialsInWords(words: readonly string[]): (Credential & { at: number })[] {
  return words.flatMap((word, at) => {
    const before = words[at - 1] ?? '';
    const of = (name: string, value: string) =>
      value === '' || isReference(value) || isPath(value) ? [] : [{ at, name, value }];
    const [, name = '', value = ''] = /^-{0,2}([\w.-]+)[=:]\s*(.*)$/s.exec(word) ?? [];
    if (/^(?:-u|--user)$/.test(before) && word.includes(':')) return of('user', word.slice(word.indexOf(':') + 1));
    if (name !== '' && isCredentialVariable(name)) return of(name, value.replace(SCHEME, ''));
    const option = /^--?([\w.-]+)$/.exec(before)?.[1] ?? '';
    if (isCredentialVariable(option) && !/^-|\.\w{2,4}$|^\d{1,5}$/.test(word)) return of(option, word);
    if (KNOWN_FORM.test(word)) return of('token', word);
    const url = word.search(/[a-z][a-z0-9+.-]{0,30}:\/\//i);
    return url < 0 ? [] : credentialsInUrl(word.slice(url)).map((one) => ({ ...one, at }));
  });
}

/** The secrets in the words of a command. */
export function secretsInWords(words: readonly string[]): string[] {
  return credentialsInWords(words).flatMap(({ value }) =>
    [...new Set([...secretsInValue(value), decoded(value)])].filter(isHidable),
  );
}

/** A choice in a word or two, or an option: `read-only`, `--approve-all`. */
const SETTING = /^(?:[a-z]{1,16}[-_][a-z]{1,16}|--?[a-z][a-z-]*)$/;

/** The credential in a header, a variable or an option, without its scheme; undefined where it has none. However short, unlike what is hidden. */
export function credentialIn(name: string, value: string): Credential | undefined {
  const bare = value.replace(SCHEME, '');
  if (bare === '' || isReference(bare) || isReference(value) || isPath(value) || ORDINARY.test(name)) return undefined;
  const isOne = isCredentialVariable(name)
    ? !/^(?:true|false|null|none|\d{1,3})$/i.test(bare)
    : !saysWhere(name) && !SETTING.test(value) && looksSecret(value);
  return isOne ? { name, value: bare } : undefined;
}

const QUERY_NAME =
  /^(?:[\w.-]*(?:token|secret|password|passwd|passphrase|pwd|api[_-]?key|access[_-]?key|signature|credential|auth|jwt)[\w.-]*|key|sig|pass|pw)$/i;

/** Whether a text may have credentials at all: most have none, and need no closer look. */
const PERHAPS = /auth|cookie|key|token|secret|pass|bearer|basic|credential|:\/\//i;

/** What stands between a name and its value, and the quote that the value begins with: escaped ones too, as in a string of JSON. */
const TO_VALUE = String.raw`(\\{0,8}["'${'`'}]?\s{0,20}[:=]\s{0,20})(\\{0,8}["'${'`'}]?)`;
/** Headers and members, as headers, curl, JSON and YAML are printed. */
const NAMED = new RegExp(
  String.raw`(?<![\w-])((?:proxy-)?authorization|(?:set-)?cookie|[\w-]{0,60}-(?:key|token|secret)|(?:x-)?api[-_]?key|client_?secret|(?:access|refresh|id|auth|session)_?token|(?:private|secret|access)_?key|passw(?:or)?d|passphrase|(?<=["'])(?:auth|token)(?=\\{0,8}["']))${TO_VALUE}`,
  'gi',
);
/** Variables of an environment. */
const VARIABLES = new RegExp(
  String.raw`(?<![\w-])([A-Z0-9_]{0,60}(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS|API_?KEY|ACCESS_KEY|PRIVATE_KEY)[A-Z0-9_]{0,60})${TO_VALUE}`,
  'g',
);
/** A member `name` with the name of a credential, and its `value`. */
const PAIRED =
  /(\\*"name\\*"\s{0,20}:\s{0,20}\\*")([\w-]{1,100})(\\*"\s{0,20},\s{0,20}\\*"value\\*"\s{0,20}:\s{0,20}\\*")([^"\\]*)/gi;
const SCHEMED = /\b(Bearer|Basic)(\s{1,5})([\w+/.~=-]{8,})/gi;
const USERINFO = /(?<=:\/\/)[^\s/?#@"'<>\\]+(?=@)/g;
const QUERY = /([?&;])([\w.-]{1,100})=([^&#\s"'<>\\]+)/g;

/** A text without the credentials that show by their names, in whatever way they are written. */
export function withoutCredentials(text: string): string {
  if (!PERHAPS.test(text)) return text;
  return withoutNamed(withoutNamed(text, NAMED), VARIABLES)
    .replace(PAIRED, (whole, start: string, name: string, middle: string, value: string) =>
      isCredentialVariable(name) && isHidable(value) ? start + name + middle + redactedValue(value) : whole,
    )
    .replace(SCHEMED, (whole, scheme: string, space: string, token: string) =>
      hasForm(token) ? `${scheme}${space}${REDACTED}` : whole,
    )
    .replace(USERINFO, (user) => (isReference(user) ? user : REDACTED))
    .replace(QUERY, (whole, sign: string, name: string, value: string) =>
      QUERY_NAME.test(name) && !isReference(value) && !/^[{[]/.test(value) ? `${sign}${name}=${REDACTED}` : whole,
    );
}

function withoutNamed(text: string, names: RegExp): string {
  let result = '';
  let done = 0;
  names.lastIndex = 0;
  for (let match = names.exec(text); match; match = names.exec(text)) {
    const [whole, name = '', between = '', opening = ''] = match;
    const from = match.index + whole.length;
    // A parameter of a URL ends where the next one begins.
    if (/[?&]/.test(text.charAt(match.index - 1))) continue;
    // Of `-H 'NAME: VALUE'` both stand in the same quotes.
    const around = /["'`]/.test(between)
      ? ''
      : (/["'`]$/.exec(text.slice(Math.max(0, match.index - 1), match.index))?.[0] ?? '');
    const value = valueAt(text, from, name, opening || around);
    if (PUBLIC.test(name) || isReference(value.trim()) || !isTold(name, value, opening || around)) continue;
    result += text.slice(done, from) + redactedValue(value);
    done = from + value.length;
    names.lastIndex = done;
  }
  return done === 0 ? text : result + text.slice(done);
}

/** Longest value that is looked at, in characters. */
const LONGEST = 4_096;
/** How a cookie begins. */
const COOKIE = /^[\w.!#$%&*+^|~-]{1,100}=[^\s;"']{4}/;

/** The value that begins at a place: up to its quote; a cookie up to the end of its line; else a word, and the scheme before it. */
function valueAt(text: string, from: number, name: string, quote: string): string {
  const rest = text.slice(from, from + LONGEST);
  if (quote !== '') {
    const end = rest.indexOf(quote);
    return end < 0 ? rest.slice(0, lineEnd(rest)) : rest.slice(0, end);
  }
  if (/cookie/i.test(name)) return COOKIE.test(rest) ? rest.slice(0, lineEnd(rest)) : '';
  const scheme = SCHEME.exec(rest)?.[0] ?? '';
  if (LISTS.test(scheme)) return rest.slice(0, lineEnd(rest));
  return scheme + (/^[^\s"'`,;})\]\\]+/.exec(rest.slice(scheme.length))?.[0] ?? '');
}

/** Schemes whose credentials are a list up to the end of the line. */
const LISTS = /^(?:Digest|AWS4)/i;

const lineEnd = (text: string) => {
  const end = text.search(/[\r\n]/);
  return end < 0 ? text.length : end;
};

/** Whether what stands behind a name is a value of it, and no word of a sentence. */
function isTold(name: string, value: string, quote: string): boolean {
  const bare = value.replace(SCHEME, '').trim();
  if (!isHidable(bare) || /^[{[(<$]/.test(bare)) return false;
  if (quote !== '' || /cookie/i.test(name) || LISTS.test(value)) return true;
  return hasForm(bare) || (bare.length >= 10 && /^[\w+/=.~-]+$/.test(bare));
}

/** Whether a word is none of a language: it has a digit, a capital inside, or ends as base64 does. */
function hasForm(word: string): boolean {
  return /\d|[a-z_-][A-Z]|=$|_/.test(word);
}
