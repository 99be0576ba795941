/** How long something took, for people: `< 1 ms`, `463 ms`, `5.9 s`, `1:12`. */
export function duration(ms: number): string {
  if (ms < 1) return '< 1 ms';
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${count(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}

/** How long somebody has waited, in full seconds: `0:41`, `1:12`, `1:02:03`. */
export function waited(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${count(hours)}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** Seconds since the start, as a row shows them. */
export const stamp = (ms: number | undefined): string => (ms === undefined ? '' : (ms / 1000).toFixed(3));

/** `10,401`, in every language of the browser. */
export const count = (number: number): string => String(Math.trunc(number)).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 case`, `2 cases`. */
export const counted = (number: number, one: string, several = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : several}`;

/** What a role is called: `the agent` of `acp/agent`, `the server` of `mcp/harn-server`. */
export const partOf = (role: string): string => role.split('/').at(-1)!.split('-').at(-1)!;
