import { chooseScheme, useScheme } from '../../shared/scheme/scheme';
import { SCHEMES } from './account-button';
import style from './scheme-switch.module.css';

/** Follows the system unless chosen otherwise; stored on this device. */
export function SchemeSwitch() {
  const { choice } = useScheme();
  return (
    <fieldset className={style.switch}>
      <legend className="sr-only">Color scheme</legend>
      {SCHEMES.map(({ choice: value, label, Icon }) => (
        <label key={value} title={label}>
          <input
            type="radio"
            name="scheme"
            className="sr-only"
            checked={choice === value}
            onChange={() => chooseScheme(value)}
          />
          <Icon size={18} aria-hidden />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
