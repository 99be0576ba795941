import type { AgentCard, SecurityRequirement } from '../../../generated/types/a2a-0.3.0.js';
import { escapeToken } from '../../../json/pointer.js';
import { didYouMean } from '../../../json/suggest.js';
import type { Remark } from '../../../language/remark.js';

/** Whether every scheme that is asked for is defined, and whoever wants the extended card can sign in. */
export function aboutSecurity(card: AgentCard): Remark[] {
  const schemes = Object.keys(card.securitySchemes ?? {});
  const remarks = [
    ...undefinedSchemes(card.security, '/security', schemes),
    ...card.skills.flatMap(({ security }, index) => undefinedSchemes(security, `/skills/${index}/security`, schemes)),
  ];
  if ('authentication' in card)
    remarks.push({
      path: '/authentication',
      message: 'is of older versions; 0.3 has `security` and `securitySchemes`',
      severity: 'warning',
    });
  if (card.supportsAuthenticatedExtendedCard && schemes.length === 0)
    remarks.push({
      path: '/supportsAuthenticatedExtendedCard',
      message: 'promises a card to those who sign in, and no scheme says how',
      severity: 'warning',
      requirement: 'A2A-XCARD-001',
    });
  return remarks;
}

function undefinedSchemes(wanted: SecurityRequirement[] | undefined, at: string, schemes: readonly string[]): Remark[] {
  return (wanted ?? []).flatMap((requirement, index) =>
    Object.keys(requirement)
      .filter((name) => !schemes.includes(name))
      .map((name): Remark => {
        const suggestion = didYouMean(name, schemes);
        const message = `securitySchemes has no \`${name}\`${suggestion === undefined ? '' : `; ${suggestion}`}`;
        const path = `${at}/${index}/${escapeToken(name)}`;
        return { path, message, severity: 'warning', requirement: 'A2A-CARD-012' };
      }),
  );
}
