import { type Change, changed } from '../../../../conversation/parts.js';
import type { Workspace } from '../../../../workspace/confinement.js';
import type { ClientSetup } from '../serve.js';
import { SessionView } from '../view.js';

/** What a client is made of, and the files of its working directory. */
export interface ClientParts {
  setup: ClientSetup;
  files: Workspace;
}

/** Shows open tool calls as they were when the user cancels. */
class OpenView extends SessionView {
  override cancel(): void {}
}

/** Defects of the client that no message shows, by name. */
const DEFECTS = {
  'leaves-calls-open': ({ setup, files }) => ({
    files,
    setup: { ...setup, extension: { ...setup.extension, makeView: () => new OpenView() } },
  }),
  // What a tool call proposes is written, whatever the user said.
  'apply-rejected-diff': ({ setup, files }) => ({
    files,
    setup: {
      ...setup,
      decided: async ({ toolCall }) => {
        for (const content of toolCall.content ?? [])
          if (content.type === 'diff') files.write(String(content.path), String(content.newText));
      },
    },
  }),
} as const satisfies Record<string, Change<ClientParts>>;

/** The names by which `--mutant` has them. */
export const SWITCHES = Object.keys(DEFECTS);

/** How a client with these defects is set up. */
export const withDefects = (parts: ClientParts, switches: Iterable<string>): ClientSetup =>
  changed(parts, DEFECTS, switches).setup;
