import { CATALOG } from '../catalog.js';

/** One value of a setting, as users see it. */
export interface Option {
  value: string;
  name: string;
  description: string;
}

/** Stands for the value that holds where the session has none of its own. */
export const INHERIT = '@inherit';

const option = (value: string, name: string, description: string): Option => ({ value, name, description });

/** What a session may do, in the order of the guide (Harn guide, Session modes). */
export const MODES: readonly Option[] = [
  option('ask', 'Ask', 'Asks before it changes anything.'),
  option('architect', 'Architect', 'Reads and plans, and changes nothing.'),
  option('code', 'Code', 'Changes files and runs commands without asking.'),
  option('shadow', 'Shadow', 'Says what it would do, and changes nothing.'),
];

export const MODELS: readonly Option[] = [
  option(INHERIT, 'Inherit', 'The model that holds without a pin.'),
  ...CATALOG.aliases.map(({ name, provider, model_id }) =>
    option(name, `${name} (${provider}/${model_id})`, 'A short name.'),
  ),
  ...CATALOG.models.map(({ id, name }) => option(id, name, 'A model of the catalog.')),
];

export const LEVELS: readonly Option[] = [
  option(INHERIT, 'Inherit', 'As the script says.'),
  option('auto', 'Auto', 'As the model does by default.'),
  option('off', 'Off', 'No thinking.'),
  option('minimal', 'Minimal', 'Hardly any thinking.'),
  option('low', 'Low', 'Little thinking.'),
  option('medium', 'Medium', 'Some thinking.'),
  option('high', 'High', 'Much thinking.'),
  option('xhigh', 'Extra high', 'As much thinking as there is.'),
];

/** Other names of the level `off` (Harn guide, Session thought level). */
export const OFF_BY_OTHER_NAMES: readonly string[] = ['none', 'disabled', 'no_think', 'nothink'];

export const BUDGETS: readonly Option[] = [
  option(INHERIT, 'Inherit', 'What the server allows.'),
  option('off', 'Off', 'No limit of the session.'),
];

/** What a budget may limit (Harn guide, Session budget). */
export const LIMITS: readonly string[] = ['llm_cost_usd', 'llm_tokens', 'mcp_calls', 'pg_queries'];
