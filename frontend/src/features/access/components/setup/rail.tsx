import { Progress } from '../../../../shared/ui/progress/progress';
import { StepMark } from '../../../../shared/ui/step-mark/step-mark';
import { CHECKPOINTS } from './use-setup';
import style from './setup.module.css';

/** A house with five windows that shows the progress, and the names of the checkpoints. */
export function Rail({ marks }: { marks: readonly boolean[] }) {
  const done = marks.filter(Boolean).length;
  const percent = Math.round((done / CHECKPOINTS.length) * 100);
  const current = marks.indexOf(false);
  return (
    <aside className={style.rail} aria-label="Progress of the setup">
      <h1>Quick setup</h1>
      <p className="dim">Five checkpoints, about three minutes.</p>
      <FiveWindowHouse marks={marks} />
      <div>
        <div className="between small">
          <strong>
            {done} of {CHECKPOINTS.length}
          </strong>
          <span className="dim">{percent}%</span>
        </div>
        <Progress label="Setup progress" value={percent} tone="pri" />
      </div>
      <ol className={style.checkpoints}>
        {CHECKPOINTS.map((name, index) => (
          <li key={name} aria-current={index === current ? 'step' : undefined}>
            <StepMark state={marks[index] ? 'done' : index === current ? 'now' : 'later'} number={index + 1} />
            {name}
            {marks[index] && <span className="sr-only">, done</span>}
          </li>
        ))}
      </ol>
    </aside>
  );
}

/** Left and top of each window, in the order of the checkpoints; the door is the last one. */
const WINDOWS = [
  [62, 94],
  [148, 94],
  [62, 150],
  [148, 150],
] as const;

function FiveWindowHouse({ marks }: { marks: readonly boolean[] }) {
  const lit = (index: number) => (marks[index] ? 'window window-lit' : 'window');
  return (
    <svg className={style.house} viewBox="0 0 240 250" width={240} height={250} aria-hidden>
      <path d="M24 76 120 4 216 76z" fill="var(--f-roof)" />
      <rect x={34} y={74} width={172} height={144} fill="var(--f-brick)" />
      {WINDOWS.map(([x, y], index) => (
        <g key={index}>
          <rect x={x} y={y} width={30} height={40} rx={1.5} className={lit(index)} />
          <path d={`M${x + 15} ${y}v40M${x} ${y + 17}h30`} className={`window-bars ${style.bars}`} />
        </g>
      ))}
      <rect x={105} y={158} width={32} height={60} className={lit(4)} />
      <circle cx={129} cy={190} r={2} fill="var(--lamp)" />
      <rect x={0} y={217} width={240} height={6} rx={3} fill="var(--ground)" />
    </svg>
  );
}
