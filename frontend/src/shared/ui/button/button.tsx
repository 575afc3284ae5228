import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import './button.css';

interface Look {
  /** `muted`: it will say why it cannot, so it stays a button to press. */
  look?: 'filled' | 'default' | 'subtle' | 'danger' | 'muted';
  size?: 'sm' | 'md' | 'lg';
  wide?: boolean;
  icon?: ReactNode;
}

const classesOf = ({ look = 'default', size = 'md', wide }: Look, extra = '') =>
  `btn btn-${look} btn-${size} ${wide ? 'btn-wide' : ''} ${extra}`.trim();

/** A button says what will happen, with the number. `busy` keeps its width, and a second click does nothing. */
export function Button({
  look,
  size,
  wide,
  icon,
  busy,
  children,
  className,
  disabled,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean }) {
  return (
    <button
      type={type}
      className={classesOf({ look, size, wide }, className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  look,
  size,
  wide,
  icon,
  children,
  className,
  ...rest
}: LinkProps & Look & { children: ReactNode }) {
  return (
    <Link className={classesOf({ look, size, wide }, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}
