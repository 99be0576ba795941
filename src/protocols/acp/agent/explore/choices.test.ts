import { describe, expect, it } from 'vitest';
import type { ShownBehavior } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { recogniseChoices } from './choices.js';

function recognised(session: JsonObject) {
  const shows = new Map<string, ShownBehavior>();
  const lacks = recogniseChoices(session, shows);
  return {
    shows: Object.fromEntries([...shows].map(([name, { gives }]) => [name, gives])),
    lacks: Object.fromEntries(lacks),
  };
}

describe('modes and settings of a session', () => {
  it('are recognised by one that it does not begin with', () => {
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask' }, { id: 'code' }] };
    const configOptions: Json[] = [
      { id: 'fast', type: 'boolean', currentValue: true },
      {
        id: 'model',
        type: 'select',
        currentValue: 's',
        options: [{ group: 'all', options: [{ value: 's' }, { value: 'l' }] }],
      },
    ];
    expect(recognised({ modes, configOptions })).toEqual({
      shows: {
        modes: { mode: 'code' },
        'boolean-setting': { setting: 'fast', value: false },
        settings: { setting: 'model', value: 'l' },
      },
      lacks: {},
    });
  });

  it('are missing where there is nothing to choose', () => {
    expect(recognised({})).toEqual({
      shows: {},
      lacks: { modes: 'sessions have no modes', settings: 'sessions have no settings' },
    });
    const modes = { currentModeId: 'ask', availableModes: [{ id: 'ask' }, 7] };
    const configOptions = [{ id: 'model', type: 'select', currentValue: 's', options: [{ value: 's' }] }];
    expect(recognised({ modes, configOptions }).lacks).toEqual({
      modes: 'sessions have no second mode',
      settings: 'no setting has a second value',
    });
  });
});
