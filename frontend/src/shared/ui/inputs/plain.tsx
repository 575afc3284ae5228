import { useId, type ComponentProps, type ReactNode } from 'react';
import './plain.css';

/**
 * A text field with the look of Mantine's, without its code: lists are shown before that has loaded.
 * `before`: an icon or a word in the field.
 */
export function PlainInput({
  label,
  before,
  className = '',
  ...input
}: { label?: string; before?: ReactNode } & ComponentProps<'input'>) {
  const id = useId();
  return (
    <div className={`plain ${className}`}>
      {label && (
        <label className="plain-label" htmlFor={id}>
          {label}
        </label>
      )}
      <div className="plain-box">
        {before}
        <input className="plain-input" id={id} {...input} />
      </div>
    </div>
  );
}

/** A switch with the look of Mantine's. */
export const PlainSwitch = ({
  label,
  checked,
  className = '',
  ...input
}: { label?: string; checked: boolean } & ComponentProps<'input'>) => (
  <label className={`plain-switch ${className}`}>
    <input type="checkbox" role="switch" checked={checked} aria-checked={checked} {...input} />
    {label}
  </label>
);
