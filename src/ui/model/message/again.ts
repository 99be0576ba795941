import type { State } from '../../../generated/types/control-v1.js';

/** The command that shows a finding again, without the inspector. */
export function againOf(state: State, requirement: string, blame: 'kit' | 'target'): string {
  const role = blame === 'target' ? state.roles.target : state.roles.kit;
  const pattern = `${role.replace('/', '.')}#${requirement}`;
  const start = ['npx', 'proctor', 'run', '--role', role, pattern];
  if (blame === 'target' && state.command && state.command.length > 0)
    return [...start, '--', ...state.command].map(quoted).join(' ');
  // Where Proctor listens is no address of the other side: the command that starts that is the reader's.
  return `${start.map(quoted).join(' ')} -- YOUR-COMMAND`;
}

/** A word for a shell. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
