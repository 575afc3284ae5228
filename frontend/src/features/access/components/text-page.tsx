import type { ReactNode } from 'react';
import { Wordmark } from '../../../shared/ui/wordmark/wordmark';
import { useTitle } from '../../../shared/use-title';
import '../pages/text-page.css';

export interface Section {
  id: string;
  title: string;
  text: readonly string[];
}

/** A page to read: the title, a column of text, an index beside it. */
export function TextPage({ title, lead, sections, actions }: { title: string; lead: string; sections: readonly Section[]; actions?: ReactNode }) {
  useTitle(title);
  return (
    <main className="text">
      <nav aria-label="On this page"><Wordmark />{sections.map(({ id, title: name }) => <a key={id} href={`#${id}`}>{name}</a>)}<div className="row" style={{ marginTop: 12, flexWrap: 'wrap' }}>{actions}</div></nav>
      <article>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {sections.map(({ id, title: name, text }) => <section key={id} id={id}><h2>{name}</h2>{text.map((paragraph) => <p key={paragraph} style={{ marginTop: 8 }}>{paragraph}</p>)}</section>)}
      </article>
    </main>
  );
}
