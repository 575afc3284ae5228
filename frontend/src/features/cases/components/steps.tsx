import type { ComplianceCaseView } from '@tknest/contracts/api';
import { StepMark } from '../../../shared/ui/step-mark/step-mark';
import { isToBeSeen } from './documents';
import style from './case.module.css';

/** The steps of a review (OFAC FAQ 5); each ticks itself when what it is about was seen. */
export function Steps({ one, opened }: { one: ComplianceCaseView; opened: ReadonlySet<string> }) {
  return (
    <ol className={style.steps}>
      {stepsOf(one, opened).map(([title, said, done], index) => (
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

type Step = [title: string, said: string, done: boolean];

function stepsOf(
  { hits, documents, needsTwo, state, decision }: ComplianceCaseView,
  opened: ReadonlySet<string>,
): Step[] {
  const open = hits.filter(({ remembered }) => !remembered);
  const differ = open.filter(({ birthDate, country }) => birthDate === 'differs' || country === 'differs').length;
  const seen = documents.filter(({ id }) => opened.has(id)).length;
  const toSee = documents.filter(isToBeSeen);
  const decided = state === 'decided' || state === 'second-approval';
  return [
    ['Compare names', open.length === 1 ? '1 entry' : `${open.length} entries`, true],
    ['Compare birth and country', differ > 0 ? `differs in ${differ}` : 'nothing differs', true],
    [
      'Look at the documents',
      documents.length === 0 ? 'none handed in' : `${seen} of ${documents.length} opened`,
      toSee.every(({ id }) => opened.has(id)),
    ],
    ['Decide', decided ? DECIDED[decision ?? 'clear'] : 'one sentence of reason', decided],
    ['Second person approves', needsTwo ? 'any officer but the first' : 'not needed here', decision === 'clear'],
  ];
}

const DECIDED = { clear: 'not the listed person, or in order', reject: 'rejected' };
