import { useState } from 'preact/hooks';
import type { HostedRun } from '../../generated/types/control-v1.js';
import { Command } from '../components/command.js';
import { visible } from '../model/visible.js';

/** What to paste into the client. */
export function Configuration({ run: { configurations } }: { run: HostedRun }) {
  const [chosen, choose] = useState(0);
  const shown = configurations[chosen] ?? configurations[0];
  if (shown === undefined) return null;
  return (
    <section class="card config" aria-labelledby="configuration">
      <h3 id="configuration">Configuration for your client</h3>
      {configurations.length > 1 && (
        <div class="seg" role="group" aria-label="Kind of client">
          {configurations.map(({ title }, index) => (
            <button
              type="button"
              class="btn"
              aria-pressed={shown === configurations[index]}
              onClick={() => choose(index)}
            >
              {visible(title)}
            </button>
          ))}
        </div>
      )}
      {configurations.length === 1 && <p class="dim">{visible(shown.title)}</p>}
      <Command key={shown.title} text={shown.text} label="the configuration" />
      {shown.hint !== undefined && <p class="hint">{visible(shown.hint)}</p>}
      <p class="hint">It works until this run ends. The address holds the key of the run: do not share it.</p>
    </section>
  );
}
