import { Progress } from '../progress/progress';
import { StepMark } from '../step-mark/step-mark';
import style from './stepper.module.css';

/** The progress in a wizard: in percent, and the steps by name. */
export function Stepper({ steps, step }: { steps: readonly string[]; step: number }) {
  const done = Math.round((step / steps.length) * 100);
  return (
    <>
      <div>
        <div className="between small">
          <strong>
            Step {step} of {steps.length}
          </strong>
          <span className="dim">{done}%</span>
        </div>
        <Progress label="Progress" value={done} tone="pri" />
      </div>
      <ol className={style.steps}>
        {steps.map((title, index) => (
          <li key={title} aria-current={step === index + 1 ? 'step' : undefined}>
            <StepMark state={step > index + 1 ? 'done' : step === index + 1 ? 'now' : 'later'} number={index + 1} />
            {title}
          </li>
        ))}
      </ol>
    </>
  );
}

/** The same on one line, if there is no room next to the form. */
export function StepperBar({ label, steps, step }: { label: string; steps: readonly string[]; step: number }) {
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((step / steps.length) * 100)}
      aria-label={label}
    >
      <ol className={style.bar} aria-hidden>
        {steps.map((name, index) => (
          <li key={name} data-done={index < step} data-now={index === step - 1}>
            {name}
          </li>
        ))}
      </ol>
    </div>
  );
}
