import type { Json, JsonObject } from '../../../../../json/json.js';
import { isObject, stringifyJson } from '../../../../../json/json.js';

/** Words of descriptions and names that speak of other systems. */
const WORDS = new RegExp(
  String.raw`\b(?:${[
    'https?|urls?|web|web ?sites?|web ?pages?|internet|online|network|remote(?:ly)?|third[- ]party|external|cloud|hosts?|domains?|dns|whois|ping',
    'apis?|rest api|webhooks?|e-?mails?|sms|rss|browsers?|search engines?|crawl(?:s|er)?|scrape[sd]?|download(?:s|ed)?|upload(?:s|ed)?|fetch(?:es)?',
    'weather|forecasts?|stocks?|exchange rates?|crypto|maps?|news',
    'google|bing|duckduckgo|brave|wikipedia|arxiv|github|gitlab|bitbucket|slack|discord|telegram|notion|jira|linear|stripe|aws|azure|gcp|openai|npm|pypi',
  ].join('|')})\b`,
  'i',
);

/** Names of arguments that say where in a network something is. A `uri` may be one of the server's own resources. */
const ARGUMENT =
  /^(?:.*_)?(?:urls?|hosts?|hostname|domain|endpoint|webhook|website|ip|ip_?address|e?mail|recipients?)$|(?:Url|Host|Domain|Email)s?$/;
const FORMATS = new Set(['hostname', 'idn-hostname', 'ipv4', 'ipv6', 'email', 'idn-email']);
/** Where a default or an example points out of the machine. */
const ADDRESS = /\bhttps?:\/\/(?!localhost\b|127\.|\[::1\])/i;

/** How many characters of a text, and properties of a schema, are looked at. */
const MOST_TEXT = 2_000;
const MOST_PROPERTIES = 50;

/**
 * Whether a call reaches other systems. `openWorldHint` counts; where there is none, MCP takes it for true, which would leave out every
 * plain tool, so what the tool says of itself counts: its name, title, description, and where its arguments point to.
 */
export function reachesOut({ name, title, description, inputSchema, annotations }: JsonObject): boolean {
  const { openWorldHint, title: hinted } = isObject(annotations) ? annotations : {};
  if (typeof openWorldHint === 'boolean') return openWorldHint;
  const says = [wordsOf(name), title, hinted, description].map((one) =>
    typeof one === 'string' ? one.slice(0, MOST_TEXT) : '',
  );
  return says.some((text) => WORDS.test(text)) || pointsOut(inputSchema);
}

/** A name as words: `fetchWebPage` and `fetch_web_page` say the same. */
const wordsOf = (name: Json | undefined) =>
  String(name ?? '')
    .slice(0, MOST_TEXT)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ');

function pointsOut(schema: Json | undefined): boolean {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  return Object.entries(properties)
    .slice(0, MOST_PROPERTIES)
    .some(([name, property]) => {
      if (!isObject(property)) return false;
      if (ARGUMENT.test(name) || FORMATS.has(String(property.format))) return true;
      const { default: otherwise, examples, description } = property;
      return [otherwise, examples, description].some((one) =>
        ADDRESS.test(stringifyJson(one ?? null).slice(0, MOST_TEXT)),
      );
    });
}
