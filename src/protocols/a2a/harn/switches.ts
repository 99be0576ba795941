/** Defects of a server in Harn's profile that no message shows. */
export const HARN_SWITCHES = ['runs-denied'];
