import { describe, expect, it } from 'vitest';
import { expandArgv, expandText, withMore } from './expand.js';

const values = { node: '/usr/bin/node', 'peer.command': ['/usr/bin/node', '/a b/shim.cjs', "it's"] };

describe('expandArgv and expandText', () => {
  it('splice a list that is a whole element and join it in a text', () => {
    expect(expandArgv(['${node}', '-x', '${peer.command}'], values)).toEqual([
      '/usr/bin/node',
      '-x',
      ...values['peer.command'],
    ]);
    expect(expandText('run ${peer.command:sh}', values)).toBe("run /usr/bin/node '/a b/shim.cjs' 'it'\\''s'");
    expect(expandText('${peer.command:json}', values)).toBe(JSON.stringify(values['peer.command']));
  });

  it('leave a name alone that nobody fills', () => {
    expect(expandText('${nobody}', values)).toBe('${nobody}');
  });
});

describe('withMore', () => {
  it('adds arguments at the end', () => {
    expect(withMore(['node', 'server.js'], ['--a'])).toEqual(['node', 'server.js', '--a']);
    expect(withMore(['npm', 'exec', '--', 'server'], ['--a'])).toEqual(['npm', 'exec', '--', 'server', '--a']);
  });

  it('adds them before the program that the target starts, where -- leads it in', () => {
    expect(withMore(['host', '--', '${peer.command}'], ['--a', '1'])).toEqual([
      'host',
      '--a',
      '1',
      '--',
      '${peer.command}',
    ]);
    expect(withMore(['host', '${peer.command}'], ['--a'])).toEqual(['host', '${peer.command}', '--a']);
  });
});
