import { createHash, type Hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plainCause } from '../../../../src/files/cause.js';
import { ReadError, readText } from '../../../../src/files/read.js';
import { replaceFile } from '../../../../src/files/write.js';
import type { Target } from '../../../../src/language/target.js';
import { corpusDigest } from '../../../corpus-digest.js';
import type { CaseResult, Since } from '../../../events.js';
import { type Circumstances, type Remembered, remember, since } from '../../../judge/since/since.js';
import { defaultVersion, protocolOf } from '../../../profiles.js';
import type { Corpus } from '../../../types.js';
import { keyOf, rememberedAs } from './last-failed.js';
import { changeKept, OWN_FOLDER } from './own-folder.js';
import { watchedFiles } from './watched-files.js';

/** Where it is kept what cases came to, below the working directory. */
const LAST_RUNS = join(OWN_FOLDER, 'last-runs.json');
const LOCK = join(OWN_FOLDER, 'last-runs.lock');
/** The most that is read of it, in bytes. */
const LARGEST = 32 * 1024 * 1024;
/** The largest file that is read whole, in bytes. A larger one counts as changed if its size or time did. */
const WHOLE = 16 * 1024 * 1024;

/** What cases of one target came to before, and what they come to now. */
export class LastRun {
  private calls: string | undefined;

  private constructor(
    private readonly target: Target,
    private readonly key: string,
    private readonly before: Remembered | undefined,
    private readonly now: Circumstances,
    private readonly folder: string,
  ) {}

  /** Reads what is kept of a target. Undefined if the run is of several, which have no run before that all of them had. */
  static async of(
    targets: readonly Target[],
    corpus: Corpus,
    { startedAt, proctor, folder = process.cwd() }: { startedAt: string; proctor: string; folder?: string },
  ): Promise<LastRun | undefined> {
    const [target] = targets;
    const keys = new Set(targets.map((one) => keyOf(one, folder)));
    if (target === undefined || keys.size !== 1) return undefined;
    const now = {
      startedAt,
      proctor,
      cases: digestOfCases(corpus, targets),
      target: await printOf(target),
    };
    const key = [...keys].join();
    return new LastRun(target, key, readHere(folder).get(key), now, folder);
  }

  /** Notes what the target calls itself, which may say that it is another one. */
  names(calls: string | undefined): void {
    this.calls = calls;
  }

  /** What is otherwise than before. */
  since(results: readonly CaseResult[]): Since | undefined {
    const found = since(this.before, this.named(results), this.circumstances);
    if (found === undefined) return undefined;
    const shown = new Map(results.map(({ name }) => [rememberedAs(name, this.target.leg), name]));
    return { ...found, changes: found.changes.map((one) => ({ ...one, case: shown.get(one.case) ?? one.case })) };
  }

  /** Keeps what the cases came to. Returns what a person should be warned of, if anything. */
  async keep(results: readonly CaseResult[]): Promise<string | undefined> {
    const { folder } = this;
    if (results.length === 0) return undefined;
    try {
      await changeKept(LOCK, folder, () => {
        const kept = readHere(folder);
        kept.set(this.key, remember(kept.get(this.key), this.named(results), this.circumstances));
        replaceFile(LAST_RUNS, `${JSON.stringify({ version: 1, targets: Object.fromEntries(kept) })}\n`, folder);
      });
      return undefined;
    } catch (error) {
      return `what cases came to is not kept in ${LAST_RUNS}: ${plainCause(error)}`;
    }
  }

  private get circumstances(): Circumstances {
    const { now, calls = '' } = this;
    return { ...now, target: createHash('sha256').update(`${now.target}\0${calls}`).digest('hex') };
  }

  private named(results: readonly CaseResult[]): CaseResult[] {
    return results.map((one) => ({ ...one, name: rememberedAs(one.name, this.target.leg) }));
  }
}

/** What is kept below a folder. A file that nobody can use is as none: it is written anew, and all that is lost is a comparison. */
function readHere(folder: string): Map<string, Remembered> {
  try {
    const { version, targets } = JSON.parse(readText(join(folder, LAST_RUNS), { most: LARGEST })) as {
      version?: unknown;
      targets?: { [key: string]: Remembered };
    };
    if (version !== 1 || typeof targets !== 'object' || targets === null) return new Map();
    return new Map(Object.entries(targets).filter(([, one]) => isRemembered(one)));
  } catch (error) {
    if (error instanceof ReadError || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

function isRemembered(value: unknown): value is Remembered {
  const { runs, states } = (value ?? {}) as Partial<Remembered>;
  if (!Array.isArray(runs) || typeof states !== 'object' || states === null) return false;
  const areRuns = runs.every((run: unknown) => {
    const { startedAt, proctor, cases, target } = (run ?? {}) as Partial<Circumstances>;
    return [startedAt, proctor, cases, target].every((text) => typeof text === 'string');
  });
  return areRuns && Object.values(states).every((one) => typeof one?.state === 'string' && typeof one.run === 'number');
}

/** The digest of what targets are judged by: Proctor's files, and those of the project. */
function digestOfCases(corpus: Corpus, targets: readonly Target[]): string {
  const judged = targets.map(({ role, version = defaultVersion(corpus, protocolOf(role)) ?? '' }) => ({
    role,
    version,
  }));
  const { digest, own = '' } = corpusDigest(corpus, judged);
  return `${digest} ${own}`;
}

/** The digest of a target's file and of the files that its command names. */
async function printOf({ file, transport, transports }: Target): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(transports));
  const { command = [] } = transports[transport] ?? {};
  const { named } = await watchedFiles(file === undefined ? { command } : { target: file });
  for (const path of [...named].sort()) addFile(hash, path);
  return hash.digest('hex');
}

function addFile(hash: Hash, path: string): void {
  try {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0`);
    if (size > WHOLE) hash.update(String(mtimeMs));
    else hash.update(readFileSync(path));
  } catch {
    hash.update(`${path}\0none`);
  }
}
