import { describe, expect } from 'vitest';
import { it, PROCTOR } from '../testing/program.js';

/**
 * Asks bash for the completions of a line, as its prompt does: by the function that the script registers. What bash-completion gives
 * the script is defined here, as far as it uses it.
 */
const ASK_BASH = `
_get_comp_words_by_ref() { words=("\${COMP_WORDS[@]}"); cword=$COMP_CWORD; cur=\${words[cword]}; prev=\${words[cword-1]}; }
compopt() { :; }
proctor() { "$NODE" "$PROCTOR" "$@"; }
eval "$(proctor complete bash)"
[ "$(complete -p proctor)" = "complete -F __proctor_complete proctor" ] || exit 9
for line; do
  eval "COMP_WORDS=(proctor $line)"
  COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
  __proctor_complete
  echo "\${COMPREPLY[@]}"
done
`;

describe('complete', () => {
  it('offers what can stand at the end of a line', async ({ sandbox }) => {
    for (const name of ['proctor.yaml', 'notes.txt', 'targets/one.yml', 'node_modules/x.yaml']) sandbox.file(name, '');
    const lines: [line: string, some: string[], not: string[]][] = [
      ['ru', ['run'], ['list']],
      ['run --role mcp/', ['mcp/server'], ['acp/agent']],
      ["run --target ''", ['proctor.yaml', 'targets/one.yml'], ['notes.txt', 'node_modules/x.yaml']],
      ["run --reporter ''", ['pretty', 'junit'], ['proctor.yaml']],
      ["run --trace ''", ['failed', 'all'], []],
      ['run mcp.server.ping', ['mcp.server.ping.answer'], ['mcp.server.tools.list']],
      ['explain MCP-PING', ['MCP-PING-01'], ['MCP-TOOL-03']],
      ['list mutants mcp.server.ping', ['mcp.server.ping.error'], ['MCP-PING-01']],
      ['mock bridge/', ['bridge/host', 'bridge/runtime'], ['acp/agent']],
    ];
    const asked = ['bash', '-c', ASK_BASH, 'bash', ...lines.map(([line]) => line)];
    const { stdout, exit } = await sandbox.launch(asked, { NODE: process.execPath, PROCTOR }).done;
    expect(exit).toBe(0);
    const answers = stdout.trimEnd().split('\n');
    expect(answers).toHaveLength(lines.length);
    for (const [index, [line, some, not]] of lines.entries()) {
      const offered = answers[index]!.split(' ');
      expect(offered, line).toEqual(expect.arrayContaining(some));
      for (const word of not) expect(offered, line).not.toContain(word);
    }
  });

  it('prints a script for each shell, and refuses others', async ({ sandbox }) => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await sandbox.run(['complete', shell])).stdout).toContain('proctor complete -- ');
    const { exit, stderr } = await sandbox.run(['complete', 'csh']);
    expect(exit).toBe(2);
    expect(stderr).toContain('Allowed choices are zsh, bash, fish');
  });
});
