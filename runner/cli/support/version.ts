declare const PROCTOR_VERSION: string | undefined;

/** The version of this kit, from package.json at build time. */
export const version = typeof PROCTOR_VERSION === 'string' ? PROCTOR_VERSION : '0.0.0-source';
