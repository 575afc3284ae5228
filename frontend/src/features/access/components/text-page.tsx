import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { ButtonLink } from '../../../shared/ui/button/button';
import { PageBar } from '../../../shared/ui/page-bar/page-bar';
import { useTitle } from '../../../shared/use-title';
import '../pages/text-page.css';

export interface Section {
  id: string;
  title: string;
  text: readonly string[];
  /** Points to acknowledge, or steps to do in order. */
  points?: readonly string[];
  steps?: readonly string[];
  figure?: ReactNode;
}

/** A page of text: the title, a column of text, and an index beside it, on phones collapsed below the title. */
export function TextPage({
  title,
  note,
  lead,
  sections,
  actions,
  foot,
}: {
  title: string;
  /** One small line under the title. */
  note?: string;
  lead: string;
  sections: readonly Section[];
  actions?: ReactNode;
  /** After the last section. */
  foot?: ReactNode;
}) {
  useTitle(title);
  const here = useSectionInSight(sections);
  const links = sections.map(({ id, title: name }) => (
    <a key={id} href={`#${id}`} aria-current={here === id ? 'location' : undefined}>
      {name}
    </a>
  ));
  return (
    <>
      <PageBar>
        <ButtonLink to="/" size="sm" icon={<IconArrowLeft size={16} aria-hidden />}>
          Back
        </ButtonLink>
        {actions}
      </PageBar>
      <main className="text">
        <nav aria-label="On this page">
          <strong>On this page</strong>
          <div className="text-index">{links}</div>
        </nav>
        <article>
          <h1>{title}</h1>
          {note && <p className="small dim">{note}</p>}
          <p className="lead">{lead}</p>
          <details className="text-fold">
            <summary>On this page</summary>
            <nav aria-label="On this page, folded" className="text-index">
              {links}
            </nav>
          </details>
          {sections.map(({ id, title: name, text, points, steps, figure }) => (
            <section key={id} id={id}>
              <h2>{name}</h2>
              {text.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {points && (
                <ul>
                  {points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              )}
              {steps && (
                <ol>
                  {steps.map((step, index) => (
                    <li key={step}>
                      <b aria-hidden>{index + 1}</b>
                      {step}
                    </li>
                  ))}
                </ol>
              )}
              {figure}
            </section>
          ))}
          {foot}
        </article>
      </main>
    </>
  );
}

/** The current section: the last one whose heading has passed the upper third of the window. */
function useSectionInSight(sections: readonly Section[]): string {
  const [here, setHere] = useState(sections[0]!.id);
  useEffect(() => {
    const look = () => {
      const line = innerHeight / 3;
      const atEnd = scrollY > 0 && Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
      const passed = atEnd
        ? sections.at(-1)
        : sections.findLast(({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < line);
      setHere((passed ?? sections[0]!).id);
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [sections]);
  return here;
}
