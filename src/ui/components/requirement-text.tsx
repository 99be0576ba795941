import type { Requirement } from '../../generated/types/control-v1.js';

/** The sentence of a specification, and where it stands. */
export function RequirementText({ requirement }: { requirement: Requirement }) {
  return (
    <>
      <p class="quote">{requirement.text}</p>
      <p class="source">{sourceOf(requirement)}</p>
    </>
  );
}

/** The place in the specification, as a link if it has an address: that comes from us, never from a peer. */
function sourceOf({ source, url }: Requirement) {
  if (url === undefined || !/^https:\/\//.test(url)) return source;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {source}
    </a>
  );
}
