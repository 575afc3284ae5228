import { Link } from 'react-router';

/** The house with one window lit; in the dark scheme its walls are pale. */
export function House({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden>
      <path d="M12 2 2 10v12h20V10z" fill="var(--pri)" />
      <rect x={6} y={13} width={5} height={6} fill="var(--lamp)" />
      <rect x={13} y={13} width={5} height={6} fill="var(--house-window)" />
    </svg>
  );
}

export function Wordmark() {
  return (
    <Link to="/" className="wordmark">
      <House />
      Tknest
    </Link>
  );
}
