import type { ReactNode } from 'react';
import { useTitle } from './use-title';

interface Props {
  /** The heading, and the document's title. */
  title: string;
  text: ReactNode;
  /** The way back, above the heading. */
  back?: ReactNode;
  /** What acts on the whole page, beside the heading. */
  children?: ReactNode;
}

/** The head of a page inside the shell. */
export function PageHead({ title, text, back, children }: Props) {
  useTitle(title);
  return (
    <div className="page-head">
      <div>
        {back}
        <h1>{title}</h1>
        <p className="dim">{text}</p>
      </div>
      {children && <div className="row">{children}</div>}
    </div>
  );
}
