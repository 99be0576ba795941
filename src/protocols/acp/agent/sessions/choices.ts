import type {
  NewSessionResponse,
  SessionConfigOption,
  SessionMode,
  SessionUpdate,
} from '../../../../generated/types/acp-1.21.0.js';
import { invalidParams } from '../../errors.js';
import type { Abilities } from '../script.js';

interface Choice {
  value: string;
  name: string;
  description: string;
}

/** What the answers that open a session say of its modes and settings. */
export type ChoiceState = Pick<NewSessionResponse, 'modes' | 'configOptions'>;

/** What a mode lets the agent do without asking. */
const MODES: readonly (Choice & { asks: boolean })[] = [
  { value: 'ask', name: 'Ask', description: 'Asks before it changes anything.', asks: true },
  { value: 'code', name: 'Code', description: 'Changes files and runs commands without asking.', asks: false },
];
const FAST = {
  id: 'fast',
  name: 'Fast',
  description: 'Answers sooner.',
  category: 'model_config',
  type: 'boolean',
} as const;
const LEVELS: readonly Choice[] = [
  { value: 'brief', name: 'Brief', description: 'Says little.' },
  { value: 'full', name: 'Full', description: 'Says everything.' },
];

/** What a session is asked about its modes and settings. */
export interface SessionChoices {
  /** Whether the mode wants the user to be asked. */
  readonly asks: boolean;
  /** What the answers that open a session say of it. */
  state(): ChoiceState;
  /** Every setting with its value. */
  settings(): SessionConfigOption[];
  /** Changes the mode. Returns the updates that tell of it beside an answer. Throws RpcError -32602 for a mode that is none. */
  setMode(modeId: string): { mode?: SessionUpdate; settings?: SessionUpdate };
  /** Changes a setting. Returns the updates that tell of it. Throws RpcError -32602 for a setting or value that is none. */
  set(configId: string, value: string | boolean): SessionUpdate[];
}

/**
 * The modes and settings of a session (ACP, Session Modes; Session Config Options). The mode is a setting too, and both tell
 * the same.
 */
export class Choices implements SessionChoices {
  private mode = MODES[0]!;
  private level = LEVELS[0]!;

  private fast = false;

  /** @param booleans whether the client takes settings that are on or off */
  constructor(
    private readonly abilities: Abilities,
    private readonly booleans: () => boolean = () => false,
  ) {}

  /** Whether the mode wants the user to be asked. */
  get asks(): boolean {
    return this.mode.asks;
  }

  /** What the answers that open a session say of it. */
  state(): ChoiceState {
    return {
      ...(this.abilities.modes && { modes: { currentModeId: this.mode.value, availableModes: this.modes() } }),
      ...(this.abilities.settings && { configOptions: this.settings() }),
    };
  }

  /** Every setting with its value. */
  settings(): SessionConfigOption[] {
    const select = (
      id: string,
      name: string,
      category: string,
      current: Choice,
      options: readonly Choice[],
    ): SessionConfigOption => ({
      id,
      name,
      description: `Which ${name.toLowerCase()} the session has.`,
      category,
      type: 'select',
      currentValue: current.value,
      options: options.map(({ value, name: label, description }) => ({ value, name: label, description })),
    });
    return [
      ...(this.abilities.modes ? [select('mode', 'Mode', 'mode', this.mode, MODES)] : []),
      select('level', 'Level', 'thought_level', this.level, LEVELS),
      ...(this.booleans() ? [{ ...FAST, currentValue: this.fast }] : []),
    ];
  }

  /**
   * Changes the mode. Returns the updates that tell of it beside an answer to the request itself. Throws RpcError -32602 for
   * a mode that is none.
   */
  setMode(modeId: string): { mode: SessionUpdate; settings?: SessionUpdate } {
    const mode = this.abilities.modes ? MODES.find(({ value }) => value === modeId) : undefined;
    if (!mode) throw invalidParams(`there is no mode ${JSON.stringify(modeId)}`);
    this.mode = mode;
    return {
      mode: { sessionUpdate: 'current_mode_update', currentModeId: mode.value },
      ...(this.abilities.settings && {
        settings: { sessionUpdate: 'config_option_update', configOptions: this.settings() },
      }),
    };
  }

  /** Changes a setting. Returns the updates that tell of it. Throws RpcError -32602 for a setting or value that is none. */
  set(configId: string, value: string | boolean): SessionUpdate[] {
    if (configId === 'mode' && typeof value === 'string' && this.abilities.settings && this.abilities.modes) {
      const { mode, settings } = this.setMode(value);
      return settings ? [mode, settings] : [mode];
    }
    if (configId === FAST.id && typeof value === 'boolean' && this.abilities.settings && this.booleans()) {
      this.fast = value;
      return [{ sessionUpdate: 'config_option_update', configOptions: this.settings() }];
    }
    const level =
      this.abilities.settings && configId === 'level' ? LEVELS.find((one) => one.value === value) : undefined;
    if (!level) throw invalidParams(`there is no setting ${JSON.stringify(configId)} with ${JSON.stringify(value)}`);
    this.level = level;
    return [{ sessionUpdate: 'config_option_update', configOptions: this.settings() }];
  }

  private modes(): SessionMode[] {
    return MODES.map(({ value, name, description }) => ({ id: value, name, description }));
  }
}
