import type { ComplianceCaseView } from '@tknest/contracts/api';
import { count } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { AddNote } from './add-note';
import { CaseCard } from './case-card';
import style from './case.module.css';

/** The history of the case, with the stated reasons. */
export function History({ one }: { one: ComplianceCaseView }) {
  return (
    <CaseCard title="Earlier" holds={count(one.history.length)}>
      <ol className={style.history}>
        {one.history.map(({ at, actor, what, reason }, index) => (
          <li key={index}>
            <span className="mono small dim">{dayAndTime(at)}</span>
            <div>
              <strong>{what}</strong> {actor && <WalletText wallet={actor} />}
              {reason && <p className="small">{reason}</p>}
            </div>
          </li>
        ))}
      </ol>
      {!one.masked && <AddNote one={one} />}
    </CaseCard>
  );
}
