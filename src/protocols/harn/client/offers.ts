import type { InitializeResponse } from '../../../generated/types/acp-0.12.2.js';
import { isObject, type Json } from '../../../json/json.js';
import { escapeToken, getPointer } from '../../../json/pointer.js';
import { methodTable } from '../../../schemas/index.js';
import { type Unchecked, unchecked } from '../../acp/unchecked.js';
import { VERSION as ACP_VERSION } from '../../acp/version.js';
import { VERSION } from '../version.js';

/** What an agent has told of Harn's extensions in its answer to initialize (Harn extensions v1, Compatibility). */
export class Offers {
  private readonly capabilities: Json;

  constructor(answer: Unchecked<InitializeResponse> = {}) {
    this.capabilities = unchecked(answer.agentCapabilities);
  }

  /**
   * Whether a request may be sent: its capability is there, or it is one of the extension methods that are listed. Those of Harn
   * that have neither are for agents with Harn's contract, those of ACP for all.
   */
  has(method: string): boolean {
    const ofHarn = methodTable('harn', VERSION)[method];
    const entry = ofHarn ?? methodTable('acp', ACP_VERSION)[method];
    if (entry?.capability) return isThere(this.at(entry.capability.pointer));
    if (method.startsWith('_')) return isThere(this.at(`/_meta/harn/extensionMethods/${escapeToken(method)}`));
    return entry !== undefined && (ofHarn === undefined || isThere(this.at('/_meta/harn')));
  }

  /** The mode that is wanted where the agent has it, else the first that it has. */
  mode<Mode extends string>(of: 'inject' | 'remind', wanted: Mode | undefined): Mode | undefined {
    const modes = this.at(`/session/${of}/modes`);
    if (!Array.isArray(modes)) return wanted;
    return (modes.find((mode) => mode === wanted) ?? modes[0]) as Mode | undefined;
  }

  private at(pointer: string): Json | undefined {
    return getPointer(this.capabilities, pointer);
  }
}

const isThere = (value: Json | undefined): boolean => value === true || isObject(value);
