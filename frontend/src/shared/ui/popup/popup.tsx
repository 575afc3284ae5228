import type { ReactNode } from 'react';
import './popup.css';

interface Props {
  /** What the button shows. */
  label: ReactNode;
  /** Its accessible name, if the label is not enough. */
  name?: string;
  /** The classes of the button. */
  button: string;
  children: ReactNode;
}

/** A button that opens a few lines or actions under it. Escape and leaving it close it. */
export function Popup({ label, name, button, children }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only closes; its button opens it
    <details
      className="popup"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.open = false;
      }}
    >
      <summary className={button} aria-label={name}>
        {label}
      </summary>
      {/* Focusable by a click, so that a click inside does not leave it. */}
      <div className="card popup-panel" tabIndex={-1}>
        {children}
      </div>
    </details>
  );
}
