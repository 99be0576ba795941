/** A JSON value as Proctor keeps it: integers that a double can't hold are `bigint`, so nothing is lost on the way. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
