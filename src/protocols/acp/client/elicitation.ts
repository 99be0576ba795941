import { wildcard } from '../../../bounded/wildcard.js';
import { use } from '../../../conversation/live/uses.js';
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  ElicitationPropertySchema,
  ElicitationSchema,
} from '../../../generated/types/acp-1.21.0.js';
import { isObject, type Json, type JsonObject } from '../../../json/json.js';
import { invalidParams } from '../errors.js';
import type { Offer } from './offer.js';

/** What the user answers to some elicitations. */
export interface ElicitationRule {
  /** The message of the elicitation; `*` stands for any text. */
  message: string;
  answer: 'accept' | 'decline' | 'cancel';
  /** With `accept`: the values of the form. Default: the defaults of its fields, and values that fit them. */
  content?: JsonObject;
}

/** A user who accepts everything. */
export const ACCEPTED: readonly ElicitationRule[] = [{ message: '*', answer: 'accept' }];

/**
 * Answers `elicitation/create` for a user who decides by rules: the first that fits the message counts, and none declines. Throws
 * RpcError -32602 for a mode that was not offered (ACP, Elicitation, Responses).
 */
export class Elicitations {
  /** URLs that the user has opened and is not done with, by the id of the elicitation. */
  readonly open = new Set<string>();

  /** @param rules those of now: the next elicitation is answered by them */
  constructor(
    private readonly offer: Offer,
    public rules: readonly ElicitationRule[],
  ) {}

  answer(request: CreateElicitationRequest): CreateElicitationResponse {
    const { mode, message } = request;
    if (!((mode === 'form' && this.offer.form) || (mode === 'url' && this.offer.url)))
      throw invalidParams(`elicitation/create: the mode ${JSON.stringify(mode)} was not offered`);
    const rule = this.rules.find((one) => wildcard(one.message)(message));
    use(rule);
    const action = rule?.answer ?? 'decline';
    if (action !== 'accept') return { action };
    if (mode === 'url') {
      const { elicitationId } = request as { elicitationId?: Json };
      this.open.add(String(elicitationId));
      return { action };
    }
    const { requestedSchema } = request as { requestedSchema?: ElicitationSchema };
    return {
      action,
      content: (rule?.content ?? filled(requestedSchema ?? {})) as JsonObject,
    } as CreateElicitationResponse;
  }

  /** The agent reports that the user is done; an id that is unknown, or done already, changes nothing (URL completion). */
  complete(params: Json | undefined): void {
    if (isObject(params)) this.open.delete(String(params.elicitationId));
  }
}

/** Values for all fields of a form that have to be there. */
function filled({ properties = {}, required }: ElicitationSchema): JsonObject {
  const names = new Set(required ?? []);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, field]) => names.has(name) || 'default' in field)
      .map(([name, field]) => [name, valueFor(field)]),
  );
}

const FORMATS: { readonly [format: string]: string } = {
  email: 'user@example.com',
  uri: 'https://example.com/',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
};

/** Every member that a field may have. */
type Field = ElicitationPropertySchema & { [member: string]: Json | undefined };

function valueFor(property: ElicitationPropertySchema): Json {
  const field = property as Field;
  if (field.default !== undefined && field.default !== null) return field.default;
  switch (field.type) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return Math.ceil(Number(field.minimum ?? Math.min(0, Number(field.maximum ?? 0))));
    case 'array':
      return valuesIn(isObject(field.items ?? null) ? (field.items as JsonObject) : undefined).slice(
        0,
        Math.max(Number(field.minItems ?? 0), 1),
      );
    default: {
      const [first] = valuesIn(field);
      const text = first ?? FORMATS[String(field.format)];
      return (
        text ??
        'word'
          .repeat(1 + Math.floor(Number(field.minLength ?? 0) / 4))
          .slice(0, Number(field.maxLength ?? Number.POSITIVE_INFINITY))
      );
    }
  }
}

/** The values that a field with a choice has, titled or not. */
function valuesIn(of: object | undefined): Json[] {
  const { enum: bare, oneOf, anyOf } = (of ?? {}) as JsonObject;
  if (Array.isArray(bare)) return bare;
  return [oneOf, anyOf].flatMap((list) =>
    Array.isArray(list) ? list.filter(isObject).flatMap(({ const: value }) => value ?? []) : [],
  );
}
