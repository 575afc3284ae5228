import { IconArrowLeft } from '@tabler/icons-react';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import './button.css';

interface Look {
  /** `muted`: the action is unavailable, but the button can be pressed and explains why. */
  look?: 'filled' | 'default' | 'subtle' | 'danger' | 'muted';
  size?: 'sm' | 'md' | 'lg';
  wide?: boolean;
  icon?: ReactNode;
}

const classesOf = ({ look = 'default', size = 'md', wide }: Look, extra = '') =>
  `btn btn-${look} btn-${size} ${wide ? 'btn-wide' : ''} ${extra}`.trim();

/**
 * A button with a label that says what will happen, including the number. While `busy`, it keeps its width and ignores
 * clicks, as it does while `unavailable`. Both keep focus, which a disabled button would lose.
 */
export function Button({
  look,
  size,
  wide,
  icon,
  busy,
  unavailable,
  children,
  className,
  onClick,
  type = 'button',
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean; unavailable?: boolean }) {
  const off = busy || unavailable;
  return (
    <button
      type={type}
      className={classesOf({ look, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={off || undefined}
      onClick={off ? doNothing : onClick}
      {...rest}
    >
      {icon}
      {children}
    </button>
  );
}
const doNothing = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

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

/** Above a page's heading: the list that it belongs to. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className="back-link">
    <IconArrowLeft size={18} aria-hidden /> {children}
  </Link>
);
