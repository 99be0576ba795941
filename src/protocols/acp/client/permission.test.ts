import { describe, expect, it } from 'vitest';
import type { RequestPermissionRequest } from '../../../generated/types/acp-1.21.0.js';
import { Permissions } from './permission.js';

const OPTIONS: RequestPermissionRequest['options'] = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'never', name: 'Never', kind: 'reject_always' },
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
];
const ask = (title: string | null, options = OPTIONS): RequestPermissionRequest => ({
  sessionId: 's',
  toolCall: { toolCallId: 'c', title },
  options,
});
const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
const cancelled = { outcome: { outcome: 'cancelled' } };

describe('permissions', () => {
  it('follow the first rule that fits the title, and are a no where none does', async () => {
    const permissions = new Permissions([
      { tool: 'Edit *.md', answer: 'reject' },
      { tool: 'Edit *', answer: 'allow' },
    ]);
    expect(await permissions.answer(ask('Edit a.md'))).toEqual(selected('never'));
    expect(await permissions.answer(ask('Edit a.ts'))).toEqual(selected('yes'));
    expect(await permissions.answer(ask(null), 'Edit a.ts')).toEqual(selected('yes'));
    expect(await permissions.answer(ask('Run (x)'))).toEqual(selected('never'));
  });

  it('select nothing where no option says it', async () => {
    const permissions = new Permissions([{ tool: '*', answer: 'allow' }]);
    expect(await permissions.answer(ask('x', [OPTIONS[1]!]))).toEqual(cancelled);
    expect(await permissions.answer(ask('x', []))).toEqual(cancelled);
  });

  it('wait until the turn is cancelled, which also answers what comes later in it', async () => {
    const permissions = new Permissions([{ tool: '*', answer: 'wait' }]);
    const both = [permissions.answer(ask('a')), permissions.answer(ask('b'))];
    const other = permissions.answer({ ...ask('c'), sessionId: 'other' });
    permissions.cancel('s');
    expect(await Promise.all(both)).toEqual([cancelled, cancelled]);
    expect(await permissions.answer(ask('d'))).toEqual(cancelled);
    permissions.turn('s');
    const next = permissions.answer(ask('e'));
    expect(await Promise.race([next, other, 'open'])).toBe('open');
  });
});
