import './progress.css';

/** Progress from 0 to 100; in the lamp color for funding, petrol for work. */
export function Progress({
  label,
  value,
  tone = 'lamp',
}: {
  label: string;
  value: number;
  tone?: 'lamp' | 'pri' | 'bad';
}) {
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(value)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ width: `${Math.min(100, Math.max(0, value))}%`, background: `var(--${tone})` }} />
    </div>
  );
}

const shade = (index: number) => ({ opacity: Math.max(0.26, 1 - index * 0.32) });

/** Parts of a whole side by side, in shades of one color; the caller labels them, each after its `ShareKey`. */
export function Shares({ parts }: { parts: readonly number[] }) {
  return (
    <div className="shares" aria-hidden>
      {parts.map((part, index) => (
        <span key={index} style={{ flexGrow: part, ...shade(index) }} />
      ))}
    </div>
  );
}

/** The shade of one part. */
export const ShareKey = ({ index }: { index: number }) => <i className="share-key" style={shade(index)} aria-hidden />;
