import type { Change } from '../../../../../conversation/parts.js';
import type { OAuthParts } from '../../../../../oauth/client/parts.js';
import type { OAuthWeb } from '../../../../../oauth/web.js';
import type { LoginManner } from '../../login/login.js';
import type { ClientParts } from '../../parts.js';

/** The parts of a login that are others. `web` reaches other servers. */
export type OtherParts = (parts: OAuthParts, web: OAuthWeb) => Partial<OAuthParts>;

/** Defects by name. */
export type Defects = Readonly<Record<string, Change<ClientParts>>>;

/** Signs in in another manner. */
export const manner =
  (other: (usual: LoginManner) => Partial<LoginManner>): Change<ClientParts> =>
  (parts) => ({ ...parts, login: { ...parts.login, ...other(parts.login) } });

/** Signs in with other parts. */
export const login = (other: OtherParts): Change<ClientParts> =>
  manner((usual) => ({
    parts: (given, web) => {
      const made = usual.parts(given, web);
      return { ...made, ...other(made, web) };
    },
  }));

/** As `login`, with something that all logins of one client share. */
export const sharing = <Shared>(make: () => Shared, other: (shared: Shared) => OtherParts): Change<ClientParts> => {
  return (parts) => login(other(make()))(parts);
};
