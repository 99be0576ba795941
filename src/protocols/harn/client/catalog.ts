import type { SessionConfigOption } from '../../../generated/types/acp-0.12.2.js';
import type { CatalogAlias, CatalogModel, ProviderCatalog } from '../../../generated/types/harn-extensions-v1.js';
import type { Json } from '../../../json/json.js';
import { type Unchecked, unchecked } from '../../acp/unchecked.js';

/**
 * What names the model that a catalog shows by this name: a value that the setting offers, else the model's id. Undefined
 * where the catalog has no such model.
 */
export function selectorOf(
  catalog: Unchecked<ProviderCatalog>,
  name: string,
  setting: Unchecked<SessionConfigOption>,
): string | undefined {
  const model = rows<CatalogModel>(catalog.models).find((one) => one.name === name);
  if (typeof model?.id !== 'string') return undefined;
  const { id, provider } = model;
  const aliases = rows<CatalogAlias>(catalog.aliases).filter((one) => one.model_id === id);
  const offered = new Set(rows<{ value: string }>(setting.options).map(({ value }) => value));
  const selectors = [...aliases.map((alias) => alias.name), id, `${String(provider)}:${id}`];
  return selectors.find((one): one is string => typeof one === 'string' && offered.has(one)) ?? id;
}

const rows = <Row>(list: Json | undefined): Unchecked<Row>[] => (Array.isArray(list) ? list.map(unchecked<Row>) : []);
