import { Command } from 'commander';
import { stderr, stdout } from '../../../src/wire/output.js';
import { version } from '../support/version.js';
import { addInspect, addLog, addMock, addNew, addProxy, addRecord, addValidate } from './develop-commands.js';
import { addCoverage, addExplain, addList, addSelftest } from './explain-commands.js';
import { HELP } from './help.js';
import { addReport } from './report-commands.js';
import { addSchemas } from './schemas-commands.js';
import { addDoctor, addHost, addInit, addRun, addSurface } from './test-commands.js';

type ActOf<Add extends (root: Command, act: never) => void> = Parameters<Add>[1];

/** What the commands do, by name. */
export interface Acts {
  run: ActOf<typeof addRun>;
  init: ActOf<typeof addInit>;
  host: ActOf<typeof addHost>;
  doctor: ActOf<typeof addDoctor>;
  mock: ActOf<typeof addMock>;
  proxy: ActOf<typeof addProxy>;
  record: ActOf<typeof addRecord>;
  inspect: ActOf<typeof addInspect>;
  log: ActOf<typeof addLog>;
  new: ActOf<typeof addNew>;
  validate: ActOf<typeof addValidate>;
  surface: ActOf<typeof addSurface>;
  schemas: ActOf<typeof addSchemas>;
  report: ActOf<typeof addReport>;
  list: ActOf<typeof addList>;
  explain: ActOf<typeof addExplain>;
  coverage: ActOf<typeof addCoverage>;
  selftest: ActOf<typeof addSelftest>;
}

/** The command line of Proctor, all but `complete`, which needs what is typed; `addHelp` completes it. */
export function commandLine(acts: Acts): Command {
  const root = new Command('proctor')
    .description('Conformance kit and mock host for agent protocols.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .showSuggestionAfterError()
    // Or else `run --version V` would print our own version.
    .enablePositionalOptions()
    .exitOverride()
    .configureHelp(HELP)
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) });
  addRun(root, acts.run);
  addInit(root, acts.init);
  addHost(root, acts.host);
  addDoctor(root, acts.doctor);
  addMock(root, acts.mock);
  addProxy(root, acts.proxy);
  addRecord(root, acts.record);
  addInspect(root, acts.inspect);
  addLog(root, acts.log);
  addNew(root, acts.new);
  addValidate(root, acts.validate);
  addSurface(root, acts.surface);
  addSchemas(root, acts.schemas);
  addReport(root, acts.report);
  addList(root, acts.list);
  addExplain(root, acts.explain);
  addCoverage(root, acts.coverage);
  addSelftest(root, acts.selftest);
  return root;
}
