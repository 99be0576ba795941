import type { CatalogModel, ProviderCatalog } from '../../../generated/types/harn-extensions-v1.js';
import type { HarnScript } from '../../acp/agent/script.js';

/** How prompts for a model are best written, and how it thinks: both models of the reference are alike in it. */
const PREFERENCES: CatalogModel['format_preferences'] = {
  prefers_xml_scaffolding: false,
  prefers_markdown_scaffolding: true,
  structured_output_mode: 'none',
  supports_assistant_prefill: false,
  prefers_role_developer: false,
  prefers_xml_tools: false,
  thinking_block_style: 'none',
};
const REASONING: CatalogModel['reasoning'] = {
  modes: [],
  effort_supported: true,
  none_supported: true,
  interleaved_supported: false,
  preserve_thinking: false,
};

/** The providers and models that the reference pretends to have: one that is hosted, and one on this machine. */
export const CATALOG: ProviderCatalog = {
  schema_version: 2,
  schema: 'https://harnlang.com/schemas/provider-catalog.v2.json',
  generated_by: 'proctor reference',
  providers: [
    {
      id: 'cloud',
      display_name: 'Cloud',
      classification: 'hosted',
      endpoint: { base_url: 'https://models.example/v1', chat_endpoint: '/chat/completions' },
      auth: { style: 'bearer', env: ['CLOUD_API_KEY'], required: true },
      protocols: ['openai'],
      features: ['tools'],
      caveats: [],
    },
    {
      id: 'near',
      display_name: 'Near',
      classification: 'local',
      endpoint: { base_url: 'http://127.0.0.1:11434', base_url_env: 'NEAR_HOST', chat_endpoint: '/api/chat' },
      auth: { style: 'none', env: [], required: false },
      protocols: ['ollama'],
      features: [],
      caveats: ['no prompt cache'],
    },
  ],
  models: [
    {
      id: 'cloud-large-1',
      name: 'Cloud large',
      provider: 'cloud',
      aliases: ['large'],
      context_window: 200_000,
      modalities: { input: ['text', 'image'], output: ['text'] },
      tool_support: { native: true, text: true, tool_search: [] },
      structured_output: 'none',
      format_preferences: PREFERENCES,
      reasoning: REASONING,
      prompt_cache: false,
      availability: 'serverless',
      pricing: { input_per_mtok: 3, output_per_mtok: 15 },
      deprecation: { status: 'active' },
      quality_tags: ['frontier'],
      capability_tags: ['tools', 'vision'],
    },
    {
      id: 'near-small-1',
      name: 'Near small',
      provider: 'near',
      aliases: ['small'],
      context_window: 8192,
      modalities: { input: ['text'], output: ['text'] },
      tool_support: { native: false, text: true, tool_search: [] },
      structured_output: 'none',
      format_preferences: PREFERENCES,
      reasoning: REASONING,
      prompt_cache: false,
      availability: 'dedicated',
      deprecation: { status: 'active' },
      quality_tags: [],
      capability_tags: [],
    },
  ],
  aliases: [
    { name: 'large', model_id: 'cloud-large-1', provider: 'cloud' },
    { name: 'small', model_id: 'near-small-1', provider: 'near' },
  ],
  variants: [
    {
      id: 'large-brief',
      label: 'Large, brief',
      description: 'Answers in few words.',
      model_id: 'cloud-large-1',
      provider: 'cloud',
      source: 'built in',
    },
  ],
  qc_defaults: { review: 'large' },
};

/** Whether a text names a model: an alias, an id, or one of a provider that is registered (Harn guide, Session model pin). */
export function namesModel(selector: string): boolean {
  if (CATALOG.aliases.some(({ name }) => name === selector)) return true;
  if (CATALOG.models.some(({ id }) => id === selector)) return true;
  const [, provider, model] = /^([^:/]+)[:/](.+)$/.exec(selector) ?? [];
  return model !== undefined && CATALOG.providers.some(({ id }) => id === provider);
}

/** The model that holds where neither a call nor the session names one. */
const AMBIENT = 'near-small-1';

/** The id of the model that a selector means; a text that names none means the ambient one. */
export function modelNamed(selector: string): string {
  const alias = CATALOG.aliases.find(({ name }) => name === selector);
  if (alias) return alias.model_id;
  return namesModel(selector) ? selector.replace(/^[^:/]+[:/]/, '') : AMBIENT;
}

/**
 * The catalog with providers beside its own, which are like the first one, and with what models can do besides, by their ids (Harn
 * extensions v1, _harn/providerCatalog).
 */
export const withOverlay = ({ providers, capabilities }: HarnScript): ProviderCatalog => ({
  ...CATALOG,
  providers: [...CATALOG.providers, ...providers.map((id) => ({ ...CATALOG.providers[0]!, id, display_name: id }))],
  models: CATALOG.models.map((model) => ({ ...model, ...capabilities[model.id] })),
});
