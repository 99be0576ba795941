import type { Json } from '../json/json.js';

/** A JSON Schema 2020-12, as far as the schemas of this kit use it. */
export type JsonSchema = boolean | SchemaObject;

export interface SchemaObject {
  $ref?: string;
  title?: string;
  description?: string;
  examples?: Json[];
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: JsonSchema;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  properties?: { [name: string]: JsonSchema };
  additionalProperties?: JsonSchema;
  propertyNames?: JsonSchema;
  dependentRequired?: { [name: string]: string[] };
  dependentSchemas?: { [name: string]: JsonSchema };
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  not?: JsonSchema;
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
}

/** A bundle: definitions that refer to each other as `#/$defs/NAME`. */
export interface Bundle extends SchemaObject {
  $schema?: string;
  $id?: string;
  $comment?: string;
  $defs: { [name: string]: JsonSchema };
}
