/** A title as a noun within a sentence: "Duration" is "duration", "JSON Pointer" stays. */
export const nounOf = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/** A noun with the article that it is spoken with: "a duration", "an id", "an HTTP header", "a URL". */
export const withArticle = (noun: string): string =>
  `${/^(?:[aeio]|u(?!ni|r[il]\b|s[ae])|http\b|[AEFHILMNORSX](?:[A-Z]|\b)(?!RL|RI))/.test(noun) ? 'an' : 'a'} ${noun}`;
