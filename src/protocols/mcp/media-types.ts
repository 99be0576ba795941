/** Media types of files by the endings of their names (RFC 6838; those of IANA). */
const BY_ENDING: { readonly [ending: string]: string } = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
};

/** The media type of a file with this name; that of any bytes where its ending tells nothing. */
export function mediaTypeOf(name: string): string {
  const ending = /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending] : undefined) ?? 'application/octet-stream';
}

/**
 * Whether a file fits an entry of `accept`: a media type, one with any subtype, or an ending of names (SEP-2356). What has no name fits no
 * ending.
 */
export function accepts(pattern: string, { mediaType, name = '' }: { mediaType: string; name?: string }): boolean {
  const wanted = pattern.toLowerCase();
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted);
  const [type, subtype] = wanted.split('/');
  return wanted === '*/*' || wanted === mediaType || (subtype === '*' && mediaType.startsWith(`${type}/`));
}
