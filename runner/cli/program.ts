import { CommanderError } from 'commander';
import { addCompletion } from './completion.js';
import { installLastResort } from './ending/last-resort.js';
import { type Acts, commandLine } from './line/command-line.js';
import { addHelp } from './line/help.js';

/** Parses the command line and runs the command. Sets the exit code of the process; usage errors are exit 2. */
export async function program(argv: string[]): Promise<void> {
  installLastResort();
  const root = commandLine(actsOn(argv));
  await addCompletion(root, argv, async () => (await import('./commands/info.js')).loadedCorpus());
  addHelp(root);
  try {
    await root.parseAsync(argv[2] === 'complete' ? argv : before(argv));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are no errors; commander has printed the rest.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

/** The commands, each loaded when it is called. */
function actsOn(argv: string[]): Acts {
  const command = behind(argv);
  const finish = (exit: number) => {
    process.exitCode = exit;
  };
  const info = () => import('./commands/info.js');
  return {
    run: async (patterns, options) => {
      const { runCommand, watchCommand } = await import('./commands/run/run.js');
      const { watch, ...given } = options;
      const whole = { ...given, command };
      const words = before(argv).slice(3);
      finish(
        await (watch
          ? watchCommand(
              words.filter((word) => word !== '--watch'),
              whole,
            )
          : runCommand(patterns, whole)),
      );
    },
    init: async (options) => finish(await (await import('./commands/init.js')).initCommand({ ...options, command })),
    host: async (patterns, options) =>
      finish(await (await import('./commands/host/host.js')).hostCommand(patterns, options)),
    doctor: async (options) => finish(await (await info()).doctorCommand({ ...options, command })),
    mock: async (role, options) =>
      finish(await (await import('./commands/mock/mock.js')).mockCommand(role, { ...options, command })),
    proxy: async (words, options) =>
      finish(
        await (await import('./commands/proxy/proxy.js')).proxyCommand(
          { ...options, ...(command && { command }) },
          words,
        ),
      ),
    record: async (what, file, options) =>
      finish(await (await import('./commands/record/record.js')).recordCommand(what, file, options)),
    inspect: async (file, options) => {
      const { inspectCommand } = await import('./commands/inspect/inspect.js');
      finish(await inspectCommand(file, options));
    },
    log: async (file, options) => finish(await (await info()).logCommand(file, options)),
    new: async (_, id, options) => finish(await (await import('./commands/new/new.js')).newCommand(id, options)),
    validate: async (what, files, options) => finish(await (await info()).validateCommand(what, files, options)),
    surface: async (file, options) => finish(await (await info()).surfaceCommand(file, { ...options, command })),
    schemas: async (what, words, options) => finish(await (await info()).schemasCommand(what, words, options)),
    report: async (what, files, options) => finish(await (await info()).reportCommand(what, files, options)),
    list: async (what, patterns, options) => finish(await (await info()).listCommand(what, patterns, options)),
    explain: async (id, role, options) => finish(await (await info()).explainCommand(id, role, options)),
    coverage: async (patterns, options) => finish(await (await info()).coverageCommand(patterns, options)),
    selftest: async (patterns, options) =>
      finish(await (await import('./commands/selftest/selftest.js')).selftestCommand(patterns, options)),
  };
}

/** The command line up to `--`. */
function before(argv: string[]): string[] {
  const at = argv.indexOf('--');
  return at < 0 ? argv : argv.slice(0, at);
}

/** The command of a target, after `--`. */
function behind(argv: string[]): string[] | undefined {
  const at = argv.indexOf('--');
  return at < 0 ? undefined : argv.slice(at + 1);
}
