import { existsSync } from 'node:fs';
import type { Likeness } from '../../../../src/conversation/likeness.js';
import { isObject, type JsonObject, parseJson } from '../../../../src/json/json.js';
import type { MockArguments } from '../../../../src/mock/line.js';
import { likenessOf, mockFactsOf, roleEntry, roles } from '../../../../src/protocols/index.js';
import type { Border } from '../../../../src/wire/carried.js';
import { realClock } from '../../../../src/wire/clock/clock.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { writeAll } from '../../../init/files.js';
import { scriptText } from '../../support/script-text.js';
import { UsageError } from '../../support/usage-error.js';

/** ms that the program may take for one answer. */
const PATIENCE = 20_000;

/** How many messages of the program are kept: beyond that its lists are longer than a script can sensibly be. */
const MOST_HEARD = 2_000;

/**
 * `proctor mock ROLE --like`: asks a real program of the role what it has, and writes a script for a mock that offers the same, to stdout or
 * into the file that `--script` names. Resolves with the exit code: 3 if the program could not be asked. Throws UsageError.
 */
export async function writeLike(role: string, options: MockArguments): Promise<number> {
  const { like, script: file, command, version } = options;
  const likeness = await likenessOf(role);
  if (!likeness) {
    const able = await rolesWithLikeness();
    throw new UsageError(`--like is for ${able.join(', ')}; a program of ${role} has no lists to read`);
  }
  const isUrl = typeof like === 'string';
  if (isUrl === (command !== undefined))
    throw new UsageError('name the server to imitate: --like URL, or --like -- COMMAND');
  if (isUrl && !/^https?:\/\//.test(like)) throw new UsageError(`--like ${like}: not an http or https address`);
  if (file !== undefined && existsSync(file))
    throw new UsageError(`${file} is there already: name another file with --script, or remove it`);
  const heard: JsonObject[] = [];
  for (let round = 0; ; round++) {
    const script = likeness.next(heard, round);
    if (script === undefined) break;
    const { ok, error } = await asked(likeness, script, heard, options);
    if (ok !== true) {
      stderr.write(`proctor: ${isUrl ? like : command!.join(' ')} could not be asked: ${String(error)}\n`);
      return 3;
    }
  }
  const [folder] = (await mockFactsOf(role))?.scripts ?? [];
  const notes = ['What it offers was read from a real one. What it answers is made up: write your own in its place.'];
  const text = scriptText(likeness.script(heard), { role, version, folder, file, notes });
  if (file === undefined) stdout.write(text);
  else {
    writeAll([{ path: file, text }], process.cwd());
    stderr.write(`wrote ${file}; next: npx proctor mock ${role} --script ${file}\n`);
  }
  return 0;
}

/** One conversation of the asker with the program. Resolves with its outcome; what it hears is added to `heard`. */
async function asked(
  likeness: Likeness,
  script: JsonObject,
  heard: JsonObject[],
  { like, command, version }: MockArguments,
): Promise<JsonObject> {
  const entry = (await roleEntry(likeness.asker))!;
  const border: Border = {
    hears: (carried, deliver) => {
      const { message } = carried;
      if (isObject(message) && 'result' in message && heard.length < MOST_HEARD) heard.push(message);
      deliver(carried);
    },
    sends: (carried, emit) => emit(carried),
  };
  let outcome: JsonObject = { ok: false, error: 'it ended without a word' };
  const running = await entry.mock({
    ...{ transport: command ? 'stdio' : 'http', port: 0, clock: realClock, border, permissive: false },
    ...{ switches: new Set<string>(), script: { timeoutMs: PATIENCE, ...script }, silence: PATIENCE },
    ...(version === undefined ? {} : { version }),
    ...(command ? { command } : { url: String(like) }),
    print: (line) => {
      outcome = parseJson(line) as JsonObject;
    },
    warn: () => undefined,
  });
  await running.done;
  return outcome;
}

async function rolesWithLikeness(): Promise<string[]> {
  const names = Object.keys(roles);
  const found = await Promise.all(names.map(likenessOf));
  return names.filter((_, index) => found[index] !== undefined);
}
