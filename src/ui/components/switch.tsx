import type { ComponentChildren } from 'preact';

interface Props {
  on: boolean;
  disabled: boolean;
  title: ComponentChildren;
  change(on: boolean): void;
  children?: ComponentChildren;
}

/** Something that is on or off, in one sentence. */
export function Switch({ on, disabled, title, change, children }: Props) {
  return (
    <div class="fault">
      <label>
        <input
          type="checkbox"
          role="switch"
          class="switch"
          checked={on}
          aria-checked={on}
          disabled={disabled}
          onClick={(event) => {
            // It shows what Proctor says, not what was wished.
            event.preventDefault();
            change(!on);
          }}
        />
        <span>{title}</span>
      </label>
      {children && <div class="about">{children}</div>}
    </div>
  );
}
