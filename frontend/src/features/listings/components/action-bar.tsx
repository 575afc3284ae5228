import type { ReactNode } from 'react';
import '../../../shared/styles/action-bar.css';

/**
 * The final action of a long form, always visible with its live verdict; last in the DOM, above the bottom bar on
 * phones.
 */
export function ActionBar({ verdict, children }: { verdict: ReactNode; children: ReactNode }) {
  return (
    <div className="action-bar">
      <div className="action-verdict">{verdict}</div>
      {children}
    </div>
  );
}
