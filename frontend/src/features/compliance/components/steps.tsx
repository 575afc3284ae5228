import { StepMark } from '../../../shared/ui/step-mark/step-mark';
import type { Step } from './review';
import style from './case.module.css';

/** The steps of a review, with the progress of each. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={style.steps}>
      {steps.map(({ title, said, done }, index) => (
        <li key={title}>
          <StepMark state={done ? 'done' : 'later'} number={index + 1} />
          <div>
            <strong>
              {title}
              {done && <span className="sr-only">, done</span>}
            </strong>
            <span className="small dim">{said}</span>
          </div>
        </li>
      ))}
    </ol>
  );
}
