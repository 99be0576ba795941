import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { styleFor } from '../../../reports/text/style.js';
import { count } from '../../../reports/text/words.js';
import { ReadError, readText } from '../../../src/files/read.js';
import { jsonText } from '../../../src/json/json-escapes.js';
import { oneLine } from '../../../src/json/visible.js';
import type { Target, TransportName } from '../../../src/language/target.js';
import { roleEntry, surveyedRoles, surveyorOf } from '../../../src/protocols/index.js';
import { realClock } from '../../../src/wire/clock/clock.js';
import { defaultLimits } from '../../../src/wire/limits.js';
import { WriteError, writeAll } from '../../init/files.js';
import { formatOf } from '../../load/files/formats.js';
import { formatProblem } from '../../load/files/problems.js';
import { readFormat } from '../../load/files/read.js';
import { askSurface, SurfaceError } from '../../surface/ask.js';
import { CHANGES, compareSurfaces, exampleText, type SurfaceChange } from '../../surface/compare.js';
import { type Surface, surfaceText } from '../../surface/surface.js';
import type { Corpus } from '../../types.js';
import { interruptible } from '../ending/interrupt.js';
import { casesFolder, proctorFile } from '../root.js';
import { type Done, type InfoContext, type Io, printLines, UsageError } from '../support/print.js';
import { USUAL_FILES } from '../support/project-corpus.js';
import { version } from '../support/version.js';
import { ofReferences, type TargetArguments, targetsOf } from './run/run-targets.js';

export interface SurfaceArguments extends Omit<TargetArguments, 'self'> {
  version?: string;
  /** The file that the surface is written to. */
  save?: string;
  /** The file that it is compared with. */
  against?: string;
  /** Exit 0 whatever changed. */
  allow?: boolean;
  slow: number;
  json: boolean;
}

/**
 * `proctor surface [TARGET]`: asks a target what it offers, saves it, and compares it with what was saved. Exit 1 if something was removed or is
 * breaking, 3 if the target could not be asked. Throws UsageError.
 */
export async function surface(file: string | undefined, given: SurfaceArguments, { io }: InfoContext): Promise<Done> {
  const old = given.against === undefined ? undefined : await readSurface(given.against);
  const { target, corpus } = await targetFor(file, given);
  const [survey, entry] = [await surveyorOf(target.role), await roleEntry(target.role)];
  if (!survey || !entry)
    throw new UsageError(
      `a target of ${target.role} can't be asked what it offers; of ${surveyedRoles().join(', ')} it can`,
    );
  let now: Surface;
  try {
    now = await interruptible((signal) =>
      askSurface(
        target,
        entry,
        {
          ...{ corpus, clock: realClock, limits: defaultLimits, slow: given.slow, signal },
          proctor: { version, file: proctorFile, cases: casesFolder },
        },
        survey,
      ),
    );
  } catch (error) {
    if (!(error instanceof SurfaceError)) throw error;
    io.error(
      `proctor: ${error.message}\n${error.detail === undefined ? '' : `${error.detail.replace(/^/gm, '    ')}\n`}`,
    );
    return { exit: 3 };
  }
  if (old !== undefined && old.role !== now.role)
    throw new UsageError(`${given.against} is of a target of ${old.role}, and this one is of ${now.role}`);
  const changes = old === undefined ? undefined : compareSurfaces(old, now);
  if (given.save !== undefined) save(now, given.save);
  if (given.json) io.write(`${jsonText({ surface: now, ...(changes === undefined ? {} : { changes }) })}\n`, 'json');
  else if (changes !== undefined) printChanges(io, changes, given);
  else if (given.save === undefined) io.write(surfaceText(now, 'x.yaml'));
  if (given.save !== undefined) io.error(`wrote ${given.save}\n`);
  const isRed = changes?.some(({ change }) => change === 'removed' || change === 'breaking') ?? false;
  return { exit: isRed && !given.allow ? 1 : 0 };
}

/** The target that the command line names, over the first of its transports. */
async function targetFor(
  file: string | undefined,
  given: SurfaceArguments,
): Promise<{ target: Target; corpus: Corpus }> {
  const usual = USUAL_FILES.find((name) => existsSync(name));
  if (file !== undefined && given.target !== undefined)
    throw new UsageError(`${file} and --target ${given.target}: name one target file`);
  const named = { ...given, self: false, ...(file === undefined ? {} : { target: file }) };
  const isNamed = !ofReferences(named);
  if (!isNamed && (usual === undefined || given.role !== undefined))
    throw new UsageError(
      'no target: name a target file, or pass --role and the command that starts it, e.g. proctor surface --role mcp/server -- node server.js',
    );
  const { transport, version: asked } = given;
  const { targets, corpus } = await targetsOf({ ...named, ...(isNamed ? {} : { target: usual! }) }, [], {
    ...(transport === undefined ? {} : { transport: transport as TransportName }),
    ...(asked === undefined ? {} : { version: asked }),
  });
  return { target: targets[0]!, corpus };
}

async function readSurface(file: string): Promise<Surface> {
  let text: string;
  try {
    text = readText(file, { most: LARGEST, named: true });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const advice = error.code === 'ENOENT' ? `; write it with --save ${file}` : '';
    throw new UsageError(`${error.message}${advice}`);
  }
  const { data, problems } = readFormat(resolve(file), file, await formatOf('surface'), text);
  if (data === undefined) throw new UsageError(problems.map(formatProblem).join('\n'));
  return data as unknown as Surface;
}

/** Largest surface that is read, in bytes. */
const LARGEST = 16 * 1024 * 1024;

function save(now: Surface, file: string): void {
  try {
    writeAll([{ path: resolve(file), text: surfaceText(now, file) }], process.cwd());
  } catch (error) {
    if (!(error instanceof WriteError)) throw error;
    throw new UsageError(error.message);
  }
}

const TITLES = {
  removed: 'Removed',
  breaking: 'Breaking',
  added: 'Added',
  compatible: 'Compatible',
  cosmetic: 'Cosmetic',
};

function printChanges(io: Io, changes: readonly SurfaceChange[], { against, save: saved }: SurfaceArguments): void {
  const style = styleFor(io.color);
  const counts = CHANGES.map((one) => [one, changes.filter(({ change }) => change === one)] as const);
  if (changes.length === 0) {
    printLines(io, [oneLine(`nothing changed since ${against}`)]);
    return;
  }
  const lines = counts.flatMap(([kind, some]) =>
    some.length === 0
      ? []
      : [
          '',
          (kind === 'removed' || kind === 'breaking' ? style.red : style.bold)(TITLES[kind]),
          ...some.map(({ kind: of, name, what, example }) => {
            const said = what === undefined ? '' : `  ${oneLine(what)}`;
            const shown = example === undefined ? '' : style.dim(`  ${oneLine(exampleText(example))}`);
            return `  ${oneLine(`${of} ${name}`)}${said}${shown}`;
          }),
        ],
  );
  const totals = counts.filter(([, some]) => some.length > 0).map(([kind, some]) => `${some.length} ${kind}`);
  const next = saved === undefined ? ['', oneLine(`to accept it: add --save ${against}`)] : [];
  printLines(io, [`${count(changes.length, 'change')}: ${totals.join(', ')}`, ...lines, ...next]);
}
