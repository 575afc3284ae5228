import { useEffect, useRef, type ReactNode } from 'react';
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
  const group = useRef<HTMLFieldSetElement>(null);
  // It can be in the page before JavaScript loads; what is chosen in the meantime is kept.
  useEffect(() => {
    const chosen = group.current!.querySelector<HTMLInputElement>(':checked')?.value;
    if (chosen !== undefined && chosen !== value) onChange(chosen);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only once
  }, []);
  return (
    <fieldset ref={group} className={style.segments} disabled={disabled}>
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
