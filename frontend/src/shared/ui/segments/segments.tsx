import type { ReactNode } from 'react';
import style from './segments.module.css';

interface Props {
  label: string;
  name: string;
  value: string;
  options: readonly { value: string; label: ReactNode }[];
  disabled?: boolean;
  onChange(value: string): void;
}

/** A choice of two or three options, side by side; arrow keys move, as between radio buttons. */
export function Segments({ label, name, value, options, disabled, onChange }: Props) {
  return (
    <fieldset className={style.segments} disabled={disabled}>
      <legend>{label}</legend>
      <div className={style.row}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
