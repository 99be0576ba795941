// Generated from schemas/ by `npm run generate`. Do not edit.

/**
 * A file as argument: a data: URI (RFC 2397).
 */
export type FileValue = string;
/**
 * The schema of an argument, or of a member of one.
 */
export type InputProperty =
  | {
      /**
       * Schemas of the members.
       */
      properties?: {
        [k: string]: InputProperty;
      };
      items?: SchemaWithoutHeaders;
      contains?: SchemaWithoutHeaders;
      additionalProperties?: SchemaWithoutHeaders;
      unevaluatedItems?: SchemaWithoutHeaders;
      unevaluatedProperties?: SchemaWithoutHeaders;
      propertyNames?: SchemaWithoutHeaders;
      not?: SchemaWithoutHeaders;
      if?: SchemaWithoutHeaders;
      then?: SchemaWithoutHeaders;
      else?: SchemaWithoutHeaders;
      /**
       * Schemas that no header can come from.
       */
      prefixItems?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      allOf?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      anyOf?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      oneOf?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      $defs?: {
        [k: string]: SchemaWithoutHeaders;
      };
      /**
       * Schemas that no header can come from.
       */
      patternProperties?: {
        [k: string]: SchemaWithoutHeaders;
      };
      /**
       * Schemas that no header can come from.
       */
      dependentSchemas?: {
        [k: string]: SchemaWithoutHeaders;
      };
    }
  | boolean;
/**
 * A schema at a place that headers are not taken from: below anything but `properties`.
 */
export type SchemaWithoutHeaders =
  | {
      /**
       * Schemas of the members.
       */
      properties?: {
        [k: string]: SchemaWithoutHeaders;
      };
      items?: SchemaWithoutHeaders;
      contains?: SchemaWithoutHeaders;
      additionalProperties?: SchemaWithoutHeaders;
      unevaluatedItems?: SchemaWithoutHeaders;
      unevaluatedProperties?: SchemaWithoutHeaders;
      propertyNames?: SchemaWithoutHeaders;
      not?: SchemaWithoutHeaders;
      if?: SchemaWithoutHeaders;
      then?: SchemaWithoutHeaders;
      else?: SchemaWithoutHeaders;
      /**
       * Schemas that no header can come from.
       */
      prefixItems?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      allOf?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      anyOf?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      oneOf?: SchemaWithoutHeaders[];
      /**
       * Schemas that no header can come from.
       */
      $defs?: {
        [k: string]: SchemaWithoutHeaders;
      };
      /**
       * Schemas that no header can come from.
       */
      patternProperties?: {
        [k: string]: SchemaWithoutHeaders;
      };
      /**
       * Schemas that no header can come from.
       */
      dependentSchemas?: {
        [k: string]: SchemaWithoutHeaders;
      };
    }
  | boolean;

/**
 * Which files an argument takes. Empty: any.
 */
export interface FileDescriptor {
  /**
   * Media types, `*` for any subtype, or endings with a dot.
   */
  accept?: string[];
  /**
   * Bytes of the file, at most.
   */
  maxSize?: number;
}
/**
 * The schema of an argument that is a file (`x-mcp-file`, SEP-2356).
 */
export interface FileInput {
  /**
   * It is text.
   */
  type: 'string';
  /**
   * It is a URI.
   */
  format: 'uri';
  'x-mcp-file': FileDescriptor;
}
/**
 * The schema of an argument that goes into an `Mcp-Param-` header as well (`x-mcp-header`). That no two of a tool have one name is not said here.
 */
export interface HeaderInput {
  /**
   * Type of the argument.
   */
  type: 'string' | 'integer' | 'boolean';
  /**
   * Name of the header behind `Mcp-Param-`.
   */
  'x-mcp-header': string;
}
/**
 * The input schema of a tool whose keywords of MCP are where they may be and say what they may say.
 */
export interface InputSchema {
  /**
   * The root is an object.
   */
  type: 'object';
  /**
   * Schemas of the members.
   */
  properties?: {
    [k: string]: InputProperty;
  };
  items?: SchemaWithoutHeaders;
  contains?: SchemaWithoutHeaders;
  additionalProperties?: SchemaWithoutHeaders;
  unevaluatedItems?: SchemaWithoutHeaders;
  unevaluatedProperties?: SchemaWithoutHeaders;
  propertyNames?: SchemaWithoutHeaders;
  not?: SchemaWithoutHeaders;
  if?: SchemaWithoutHeaders;
  then?: SchemaWithoutHeaders;
  else?: SchemaWithoutHeaders;
  /**
   * Schemas that no header can come from.
   */
  prefixItems?: SchemaWithoutHeaders[];
  /**
   * Schemas that no header can come from.
   */
  allOf?: SchemaWithoutHeaders[];
  /**
   * Schemas that no header can come from.
   */
  anyOf?: SchemaWithoutHeaders[];
  /**
   * Schemas that no header can come from.
   */
  oneOf?: SchemaWithoutHeaders[];
  /**
   * Schemas that no header can come from.
   */
  $defs?: {
    [k: string]: SchemaWithoutHeaders;
  };
  /**
   * Schemas that no header can come from.
   */
  patternProperties?: {
    [k: string]: SchemaWithoutHeaders;
  };
  /**
   * Schemas that no header can come from.
   */
  dependentSchemas?: {
    [k: string]: SchemaWithoutHeaders;
  };
}
