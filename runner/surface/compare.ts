import type { OfferedItem } from '../../src/conversation/surveyor.js';
import { showName, showValue } from '../../src/json/display.js';
import { equal } from '../../src/json/equal.js';
import type { Json, JsonObject } from '../../src/json/json.js';
import { isObject, stringifyJson } from '../../src/json/json.js';
import { judgeForTarget, SchemaRefused } from '../../src/schemas/index.js';
import type { Bundle } from '../../src/schemas/json-schema.js';
import { exceeds } from '../../src/schemas/worker/extent.js';
import type { Change } from '../schemas/diff/change.js';
import { diffSchemas } from '../schemas/diff/diff.js';
import { LayoutError } from '../schemas/diff/layout.js';
import type { DefinitionJudge } from '../schemas/diff/witness.js';
import { wordsOf } from '../schemas/diff/words.js';
import type { Surface } from './surface.js';

export const CHANGES = ['removed', 'breaking', 'added', 'compatible', 'cosmetic'] as const;

/** One difference of two surfaces. */
export interface SurfaceChange {
  change: (typeof CHANGES)[number];
  /** The kind of what changed, such as tools, and its name. */
  kind: string;
  name: string;
  /** What is different, in words; unset for what was added or removed. */
  what?: string;
  /** Of a breaking change of a schema: a value that shows it. */
  example?: Json;
}

/** What is different of what a target offers, in the order of `CHANGES`, then by kind and name. */
export function compareSurfaces(old: Surface, now: Surface): SurfaceChange[] {
  const found: SurfaceChange[] = [];
  if (old.version !== now.version)
    found.push({ change: 'cosmetic', kind: 'protocol', name: 'version', what: `${old.version}, now ${now.version}` });
  for (const kind of new Set([...Object.keys(old.offers), ...Object.keys(now.offers)])) {
    const [before, after] = [itemsOf(old, kind), itemsOf(now, kind)];
    for (const [name, item] of before) {
      const same = after.get(name);
      if (same === undefined) found.push({ change: 'removed', kind, name });
      else found.push(...itemChanges(item, same).map((one) => ({ ...one, kind, name })));
    }
    for (const name of after.keys()) if (!before.has(name)) found.push({ change: 'added', kind, name });
  }
  return found
    .map((one, index) => ({ one, index }))
    .sort((a, b) => CHANGES.indexOf(a.one.change) - CHANGES.indexOf(b.one.change) || a.index - b.index)
    .map(({ one }) => one);
}

const itemsOf = ({ offers }: Surface, kind: string) =>
  new Map(Object.hasOwn(offers, kind) ? Object.entries(offers[kind]!) : []);

type ItemChange = Pick<SurfaceChange, 'change' | 'what' | 'example'>;

function itemChanges(old: OfferedItem, now: OfferedItem): ItemChange[] {
  return [
    ...schemaChanges('input', old.takes, now.takes, 'received'),
    ...schemaChanges('output', old.gives, now.gives, 'sent'),
    ...factChanges(old.facts ?? {}, now.facts ?? {}),
    ...wordChanges(old.says ?? {}, now.says ?? {}),
  ];
}

function factChanges(old: JsonObject, now: JsonObject): ItemChange[] {
  return namesIn(old, now).flatMap((name): ItemChange[] => {
    const [before, after] = [valueIn(old, name), valueIn(now, name)];
    if (equal(before, after)) return [];
    const what = `${showName(name)}: ${changeText(before, after)}`;
    return [{ change: before === undefined || before === false ? 'compatible' : 'breaking', what }];
  });
}

function wordChanges(old: JsonObject, now: JsonObject): ItemChange[] {
  return namesIn(old, now).flatMap((name): ItemChange[] => {
    const [before, after] = [valueIn(old, name), valueIn(now, name)];
    return equal(before, after)
      ? []
      : [{ change: 'cosmetic', what: `${showName(name)}: ${changeText(before, after)}` }];
  });
}

const namesIn = (old: JsonObject, now: JsonObject) => [...new Set([...Object.keys(old), ...Object.keys(now)])];
const valueIn = (object: JsonObject, name: string) => (Object.hasOwn(object, name) ? object[name] : undefined);

const changeText = (before: Json | undefined, after: Json | undefined) =>
  before === undefined
    ? `${showValue(after)}, was not there`
    : after === undefined
      ? `gone, was ${showValue(before)}`
      : `${showValue(after)}, was ${showValue(before)}`;

type Schema = JsonObject | boolean | undefined;

/**
 * What is different of a schema. The target is the side that changed: what it receives may not get narrower, what it sends not wider. A
 * schema that was not there takes everything.
 */
function schemaChanges(label: string, old: Schema, now: Schema, direction: Change['direction']): ItemChange[] {
  if (equal(old ?? null, now ?? null)) return [];
  const large = [old ?? true, now ?? true].map((one) => exceeds(one, EXTENT)).find((one) => one !== undefined);
  if (large !== undefined) return [{ change: 'breaking', what: `${label}: changed, and too ${large} to be compared` }];
  let changes: Change[];
  try {
    changes = diffSchemas(old ?? true, now ?? true, { judge: judgeInWorker });
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    return [{ change: 'breaking', what: `${label}: changed, and can't be compared: ${error.message}` }];
  }
  const ours = changes.filter((one) => one.direction === direction);
  const shown = ours.filter(({ note }) => note === undefined || !note.endsWith('alternatives'));
  if (shown.length === 0) return [{ change: 'cosmetic', what: `${label}: the schema says the same in other words` }];
  return shown.map((one): ItemChange => {
    const place = one.definition === '#' ? one.pointer : `${one.definition}${one.pointer}`;
    const unproven = one.proven === false ? ', not proven' : '';
    return {
      change: one.effect,
      what: `${label} ${place}: ${wordsOf(one)}${unproven}`,
      ...(one.example === undefined ? {} : { example: one.example }),
    };
  });
}

/** Schemas of tools are far smaller. */
const EXTENT = { bytes: 300_000, depth: 100 };

/** Judges by the schemas of a target, in a thread that is ended if it takes too long. */
function judgeInWorker({ $defs }: Bundle): DefinitionJudge {
  return (definition, value) => {
    const schema = {
      $ref: `#/$defs/${encodeURIComponent(definition.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
      $defs,
    };
    try {
      return judgeForTarget(schema as unknown as JsonObject, value).length === 0;
    } catch (error) {
      if (error instanceof SchemaRefused) return undefined;
      throw error;
    }
  };
}

/** An example in a line. */
export const exampleText = (example: Json): string => {
  const text = isObject(example) || Array.isArray(example) ? stringifyJson(example) : showValue(example);
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
};
