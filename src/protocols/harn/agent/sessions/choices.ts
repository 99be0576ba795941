import type { NewSessionResponse, SessionConfigOption } from '../../../../generated/types/harn-extensions-v1.js';
import { isObject, type Json } from '../../../../json/json.js';
import type { SessionChoices } from '../../../acp/agent/sessions/choices.js';
import { invalidParams, withReason } from '../../errors.js';
import { namesModel } from '../catalog.js';
import { BUDGETS, INHERIT, LEVELS, LIMITS, MODELS, MODES, OFF_BY_OTHER_NAMES, type Option } from './options.js';

/** One setting: how it is shown, and which value a text means. `read` throws RpcError -32602 for a text that means none. */
interface Setting {
  id: string;
  name: string;
  category: string;
  options: readonly Option[];
  read(value: string): string;
}

const SETTINGS: readonly Setting[] = [
  { id: 'mode', name: 'Session Mode', category: 'mode', options: MODES, read: readMode },
  { id: 'model', name: 'LLM Model', category: 'model', options: MODELS, read: readModel },
  { id: 'thought_level', name: 'Thought Level', category: 'model', options: LEVELS, read: readLevel },
  { id: 'budget', name: 'Call Budget', category: '_harn_budget', options: BUDGETS, read: readBudget },
];

/** Updates of ACP, as the session tells them. */
type Update = ReturnType<SessionChoices['set']>[number];

/** Modes and settings of a session (Harn guide, Session modes and what follows). A branch gets a copy of its own. */
export class HarnChoices implements SessionChoices {
  /** What the prompt which runs has begun with; unset while none does. */
  private inForce: ReadonlyMap<string, string> | undefined;

  constructor(private readonly values = new Map(SETTINGS.map(({ id, options }) => [id, options[0]!.value]))) {}

  copy(): HarnChoices {
    return new HarnChoices(new Map(this.values));
  }

  get(id: string): string {
    return this.values.get(id) ?? INHERIT;
  }

  /** A prompt begins: what is set now holds until its end (Harn guide, Session modes). */
  begin(): void {
    this.inForce ??= new Map(this.values);
  }

  end(): void {
    this.inForce = undefined;
  }

  /** What holds for the prompt that runs. */
  now(id: string): string {
    return this.inForce?.get(id) ?? this.get(id);
  }

  get asks(): boolean {
    return this.now('mode') === 'ask';
  }

  state(): Required<Pick<NewSessionResponse, 'modes' | 'configOptions'>> {
    return {
      modes: {
        currentModeId: this.get('mode'),
        availableModes: MODES.map(({ value, name, description }) => ({ id: value, name, description })),
      },
      configOptions: this.settings(),
    };
  }

  settings(): SessionConfigOption[] {
    return SETTINGS.map(({ id, name, category, options }) => {
      const currentValue = this.get(id);
      // A value that the list does not have is one of its options as long as it is chosen.
      const own = options.some(({ value }) => value === currentValue)
        ? []
        : [{ value: currentValue, name: currentValue, description: 'Chosen for this session.' }];
      return { id, name, category, type: 'select', currentValue, options: [...options, ...own] };
    });
  }

  setMode(modeId: string): { mode?: Update; settings?: Update } {
    const [mode, settings] = this.set('mode', modeId);
    return { ...(mode && { mode }), ...(settings && { settings }) };
  }

  /** Changes a setting. Nothing is told of one that stays as it is. */
  set(configId: string, value: string): Update[] {
    const setting = SETTINGS.find(({ id }) => id === configId);
    if (!setting) throw invalidParams(`there is no setting ${JSON.stringify(configId)}`);
    const wanted = setting.read(value);
    if (wanted === this.get(configId)) return [];
    this.values.set(configId, wanted);
    return [
      ...(configId === 'mode' ? [{ sessionUpdate: 'current_mode_update', currentModeId: wanted } as const] : []),
      { sessionUpdate: 'config_option_update', configOptions: this.settings() },
    ];
  }
}

function readMode(value: string): string {
  if (MODES.some((mode) => mode.value === value)) return value;
  throw invalidParams(`there is no mode ${JSON.stringify(value)}`);
}

function readModel(value: string): string {
  if (value === '' || value === INHERIT) return INHERIT;
  if (namesModel(value)) return value;
  throw withReason('invalid_model', { model: value });
}

function readLevel(value: string): string {
  if (OFF_BY_OTHER_NAMES.includes(value)) return 'off';
  if (LEVELS.some((level) => level.value === value)) return value;
  throw invalidParams(`there is no thought level ${JSON.stringify(value)}`);
}

function readBudget(value: string): string {
  if (value === INHERIT || value === 'off') return value;
  if (limitsIn(value)) return value;
  throw withReason('invalid_budget', { budget: value });
}

/** The limits that a text of JSON sets; undefined where it sets none, or one that is none. */
function limitsIn(text: string): { [limit: string]: number } | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  const isLimit = ([name, limit]: [string, Json | undefined]) =>
    LIMITS.includes(name) && typeof limit === 'number' && Number.isFinite(limit) && limit >= 0;
  return entries.length > 0 && entries.every(isLimit) ? (value as { [limit: string]: number }) : undefined;
}
