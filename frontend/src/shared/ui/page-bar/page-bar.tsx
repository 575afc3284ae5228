import type { ReactNode } from 'react';
import { Wordmark } from '../wordmark/wordmark';
import './page-bar.css';

/** The header of a page without the shell: the wordmark, and links. */
export function PageBar({ children }: { children?: ReactNode }) {
  return (
    <header className="page-bar">
      <Wordmark />
      {children && (
        <nav className="row" aria-label="Page">
          {children}
        </nav>
      )}
    </header>
  );
}
