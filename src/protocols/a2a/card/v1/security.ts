import type { AgentCard, SecurityRequirement } from '../../../../generated/types/a2a-1.0.1.js';
import { escapeToken } from '../../../../json/pointer.js';
import { didYouMean } from '../../../../json/suggest.js';
import type { Remark } from '../../../../language/remark.js';

const KINDS = [
  'apiKeySecurityScheme',
  'httpAuthSecurityScheme',
  'oauth2SecurityScheme',
  'openIdConnectSecurityScheme',
  'mtlsSecurityScheme',
];

/** Whether every required scheme is defined in a form that clients know, and clients that want the extended card can sign in. */
export function aboutSecurity(card: AgentCard): Remark[] {
  const schemes = Object.entries(card.securitySchemes ?? {});
  const names = schemes.map(([name]) => name);
  const remarks = [
    ...schemes.flatMap(([name, scheme]) => aboutKind(name, scheme)),
    ...undefinedSchemes(card.securityRequirements, '/securityRequirements', names),
    ...card.skills.flatMap(({ securityRequirements }, index) =>
      undefinedSchemes(securityRequirements, `/skills/${index}/securityRequirements`, names),
    ),
  ];
  // A card for clients of 0.3 as well has it for them.
  if ('security' in card && !('url' in card)) {
    const message = 'is of A2A 0.3; 1.0 has `securityRequirements`';
    remarks.push({ path: '/security', message, severity: 'warning' });
  }
  if (card.capabilities.extendedAgentCard && names.length === 0) {
    const message = 'promises a card to clients that sign in, and no scheme says how';
    remarks.push({ path: '/capabilities/extendedAgentCard', message, severity: 'warning' });
  }
  return remarks;
}

function aboutKind(name: string, scheme: object): Remark[] {
  if (KINDS.some((kind) => kind in scheme)) return [];
  const message = `has none of the schemes of A2A 1.0: ${KINDS.join(', ')}`;
  return [{ path: `/securitySchemes/${escapeToken(name)}`, message, severity: 'warning' }];
}

function undefinedSchemes(wanted: SecurityRequirement[] | undefined, at: string, names: readonly string[]): Remark[] {
  return (wanted ?? []).flatMap(({ schemes = {} }, index) =>
    Object.keys(schemes)
      .filter((name) => !names.includes(name))
      .map((name): Remark => {
        const suggestion = didYouMean(name, names);
        const message = `securitySchemes has no \`${name}\`${suggestion === undefined ? '' : `; ${suggestion}`}`;
        return { path: `${at}/${index}/schemes/${escapeToken(name)}`, message, severity: 'warning' };
      }),
  );
}
