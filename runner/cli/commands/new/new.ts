import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { didYouMean, noSuch } from '../../../../src/json/suggest.js';
import { roles } from '../../../../src/protocols/index.js';
import { stderr, stdout } from '../../../../src/wire/output.js';
import { WriteError, writeAll } from '../../../init/files.js';
import { formatProblem } from '../../../load/files/problems.js';
import { withOwn } from '../../../load/own/own-corpus.js';
import { ownOfLine } from '../../../load/own/own-of-target.js';
import { NewCaseError, newCase } from '../../../new/new-case.js';
import type { CaseTemplate } from '../../../new/templates.js';
import { ownContext, packageCorpus } from '../../support/package-corpus.js';
import { usualOwn } from '../../support/project-corpus.js';
import { UsageError } from '../../support/usage-error.js';

export interface NewArguments {
  role?: string;
  requirement?: string;
  title?: string;
  folder?: string;
}

/** As case/v1 has it. */
const ID = /^[a-z0-9]+(\.[a-z0-9-]+)+$/;

/** Where the cases of a project go that has none yet. */
const USUAL_FOLDER = 'conformance';

/** `proctor new case ID`: writes a case that can be run, with what it needs around it; `template` has its steps. Resolves with the exit code. */
export async function newCommand(id: string, options: NewArguments, template?: CaseTemplate): Promise<number> {
  try {
    return await start(id, options, template);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NewCaseError || error instanceof WriteError)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

async function start(id: string, options: NewArguments, template?: CaseTemplate): Promise<number> {
  if (!ID.test(id))
    throw new UsageError(
      `\`${id}\` is not an id of a case; ids are such as orders.export.rows: lower case, parts with dots between them`,
    );
  const usual = await usualOwn();
  const role = options.role ?? usual?.role;
  if (role === undefined)
    throw new UsageError(
      'say with --role what the target plays, such as --role mcp/server; there is no proctor.yaml here that says it',
    );
  if (!Object.hasOwn(roles, role)) throw new UsageError(noSuch('role', role, Object.keys(roles)));
  const named = usual?.own.named ?? [];
  const [first] = named.filter(({ as, path }) => as === 'cases' && !/\.ya?ml$/.test(path));
  const folder = options.folder === undefined ? (first?.path ?? resolve(USUAL_FOLDER)) : resolve(options.folder);
  const isNamed = named.some(({ as, path }) => as === 'cases' && `${folder}/`.startsWith(`${path}/`));
  const loaded = await packageCorpus();
  // What lies in the folder already counts, whether or not a target file names it.
  const more = !isNamed && existsSync(folder) ? ownOfLine([folder]).named : [];
  const own = { named: [...named, ...more], behaviors: usual?.own.behaviors ?? [] };
  const { corpus, problems } = await withOwn(loaded.corpus, undefined, own, ownContext);
  if (problems.length > 0) throw new UsageError(problems.map(formatProblem).join('\n'));
  const there = corpus.cases.find((one) => one.id === id);
  if (there) throw new UsageError(`the id \`${id}\` is there already: ${there.place.file}:${there.place.line}`);
  const { requirement } = options;
  if (requirement !== undefined && !corpus.requirements.has(requirement)) {
    const suggestion =
      didYouMean(requirement, corpus.requirements.keys()) ?? 'without --requirement a new one is written';
    throw new UsageError(`unknown requirement \`${requirement}\`; ${suggestion}`);
  }
  const made = newCase(
    {
      id,
      role,
      folder,
      title: options.title ?? 'Say here what holds',
      ...(requirement === undefined ? {} : { requirement }),
      ...(template === undefined ? {} : { template }),
      ...(usual && !isNamed ? { target: resolve(usual.file) } : {}),
    },
    corpus,
  );
  const written = writeAll(made.files, process.cwd());
  for (const path of written) stdout.write(`wrote ${relative(process.cwd(), path)}\n`);
  const run = usual ? 'npx proctor run' : `npx proctor run --role ${role} --cases ${relative(process.cwd(), folder)}`;
  stdout.write(
    [
      '',
      template === undefined
        ? `It passes on any ${role} as it stands. Say in ${relative(process.cwd(), made.caseFile)} what yours has to do.`
        : `Look through ${relative(process.cwd(), made.caseFile)}: it holds the target to what it said.`,
      `  ${run} ${id}${usual ? '' : ` ${template?.reached ?? '-- COMMAND'}`}`,
      `  npx proctor list fragments ${role}   steps that you can use`,
      `  npx proctor list behaviors ${role}   what cases ask a target to do`,
      '',
    ].join('\n'),
  );
  return 0;
}
