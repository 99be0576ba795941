import { isObject, stringifyJson } from '../../../../json/json.js';
import type { MakeRewrite } from '../../../../jsonrpc/rewriting.js';
import type { ClientParts } from '../parts.js';

type Fetch = (address: string) => Promise<unknown>;

/** Answers that fetch the page of an elicitation before the user is asked. */
export const fetchingPages =
  (answers: ClientParts['answers'], fetches: Fetch): ClientParts['answers'] =>
  (usual) => {
    const { 'elicitation/create': elicit, ...others } = answers(usual);
    return {
      ...others,
      ...(elicit && {
        'elicitation/create': async (params, asked) => {
          if (params.mode === 'url') await fetches(params.url);
          return elicit(params, asked);
        },
      }),
    };
  };

/** Fetches what the schemas of tools refer to before their list is heard. */
export const fetchingSchemas =
  (fetches: Fetch): MakeRewrite =>
  () => ({
    hears: (message, pass) => {
      const { tools } = isObject(message.result) ? message.result : {};
      const found = [...stringifyJson(tools ?? null).matchAll(/"\$ref":"(http[^"]+)"/g)];
      if (found.length === 0) pass(message);
      else void Promise.allSettled(found.map(([, address]) => fetches(address!))).then(() => pass(message));
    },
  });

/** Fetches the pages that an error demands before it is heard. */
export const fetchingDemanded =
  (fetches: Fetch): MakeRewrite =>
  () => ({
    hears: (message, pass) => {
      const { data } = isObject(message.error) ? message.error : {};
      const demanded = isObject(data) && Array.isArray(data.elicitations) ? data.elicitations : [];
      const found = demanded.flatMap((one) => (isObject(one) && typeof one.url === 'string' ? [one.url] : []));
      if (found.length === 0) pass(message);
      else void Promise.allSettled(found.map(fetches)).then(() => pass(message));
    },
  });
