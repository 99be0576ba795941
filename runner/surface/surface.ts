import { Document } from 'yaml';
import type { OfferedItem, Offers } from '../../src/conversation/surveyor.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject } from '../../src/json/json.js';
import { schemaPath } from '../load/files/schema-path.js';

/** What a target offers, as it is saved. */
export interface Surface {
  role: string;
  /** The version of the protocol that the target spoke. */
  version: string;
  offers: Offers;
}

/** The surface with everything in a stable order, and without kinds of which there is nothing. */
export function ordered({ role, version, offers }: Surface): Surface {
  const kinds = Object.entries(offers).filter(([, items]) => Object.keys(items).length > 0);
  return {
    role,
    version,
    offers: Object.fromEntries(
      byName(kinds).map(([kind, items]) => [
        kind,
        Object.fromEntries(
          byName(Object.entries(items)).map(([name, one]) => [name, inOrder(one as Json) as OfferedItem]),
        ),
      ]),
    ),
  };
}

const byName = <Value>(entries: readonly (readonly [string, Value])[]) =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** A value with the members of all objects by name; a list keeps its order, which may mean something. */
function inOrder(value: Json): Json {
  if (Array.isArray(value)) return value.map(inOrder);
  if (!isObject(value)) return value;
  return Object.fromEntries(byName(Object.entries(value)).map(([name, one]) => [name, inOrder(one)]));
}

/** The text of a surface: JSON if the file is called so, else YAML. */
export function surfaceText(surface: Surface, file: string): string {
  const data = ordered(surface) as unknown as JsonObject;
  if (file.endsWith('.json'))
    return `${JSON.stringify(data, (_, one) => (typeof one === 'bigint' ? Number(one) : one), 2)}\n`;
  const document = new Document(data, { aliasDuplicateObjects: false });
  document.commentBefore = [
    ` yaml-language-server: $schema=${schemaPath(file, process.cwd(), 'surface')}`,
    ' What the target offers. Written by `proctor surface --save`; review the difference, and commit it.',
  ].join('\n');
  return document.toString({ lineWidth: 0 });
}
