import { type ReactNode, useId } from 'react';
import { usePhone } from '../../../shared/use-phone';
import style from '../pages/payback-page.module.css';

interface Props {
  title: string;
  /** At the end of the heading's line. */
  figure?: ReactNode;
  /** Whether it is a part of another card. */
  inner?: boolean;
  /** On a phone: unfolded, because something there needs the user. */
  open?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part that is looked up rather than watched: on a phone it is folded under its heading. */
export function Fold({ title, figure, inner, open, className, children }: Props) {
  const id = useId();
  const Heading = inner ? 'h3' : 'h2';
  const heading = (
    <>
      <Heading id={id}>{title}</Heading>
      {figure}
    </>
  );
  return usePhone() ? (
    <details className={style.fold} open={open}>
      <summary>{heading}</summary>
      {children}
    </details>
  ) : (
    <section className={className} aria-labelledby={id}>
      {figure ? <div className="between">{heading}</div> : heading}
      {children}
    </section>
  );
}
