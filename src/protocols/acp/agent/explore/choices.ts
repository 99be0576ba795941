import type { ShownBehavior } from '../../../../conversation/explorer.js';
import type { Json, JsonObject } from '../../../../json/json.js';
import { isObject } from '../../../../json/json.js';

/**
 * Finds in the reply to session/new a mode and settings that can be changed (ACP, Session modes and Session config options). Adds to
 * `shows` what it finds; returns why it does not find the rest.
 */
export function recogniseChoices(
  { modes, configOptions }: JsonObject,
  shows: Map<string, ShownBehavior>,
): Map<string, string> {
  const lacks = new Map<string, string>();
  const mode = isObject(modes) ? otherMode(modes) : undefined;
  if (mode !== undefined) shows.set('modes', { gives: { mode } });
  else lacks.set('modes', isObject(modes) ? 'sessions have no second mode' : 'sessions have no modes');
  const settings = Array.isArray(configOptions) ? configOptions.filter(isObject) : [];
  const setting = settings.map(changeOf).find((one) => one !== undefined);
  if (setting) shows.set('settings', { gives: setting });
  else lacks.set('settings', settings.length > 0 ? 'no setting has a second value' : 'sessions have no settings');
  const onOrOff = settings.find(({ id, type }) => typeof id === 'string' && type === 'boolean');
  if (onOrOff) shows.set('boolean-setting', { gives: { setting: onOrOff.id!, value: onOrOff.currentValue !== true } });
  return lacks;
}

function otherMode({ currentModeId, availableModes }: JsonObject): string | undefined {
  const ids = (Array.isArray(availableModes) ? availableModes : []).filter(isObject).map(({ id }) => id);
  return ids.find((id): id is string => typeof id === 'string' && id !== currentModeId);
}

/** Another value of a setting that is one out of several; its options may stand in groups. */
function changeOf({ id, type, currentValue, options }: JsonObject): JsonObject | undefined {
  if (typeof id !== 'string' || type !== 'select' || !Array.isArray(options)) return undefined;
  const value = options
    .filter(isObject)
    .flatMap((one): Json[] => (Array.isArray(one.options) ? one.options : [one]))
    .map((one) => (isObject(one) ? one.value : undefined))
    .find((one): one is string => typeof one === 'string' && one !== currentValue);
  return value === undefined ? undefined : { setting: id, value };
}
