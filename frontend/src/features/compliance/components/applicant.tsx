import type { ComplianceCaseView, SecretField } from '@tknest/contracts/api';
import { messageOf } from '../../../shared/api/problem';
import { Button } from '../../../shared/ui/button/button';
import { useRevealFieldMutation } from '../api';
import { CaseCard } from './case-card';
import style from './case.module.css';

/**
 * The applicant's details. Numbers show their last four characters; an officer can reveal them one by one, which is
 * recorded.
 */
export function Applicant({ one }: { one: ComplianceCaseView }) {
  return (
    <CaseCard title="Applicant" holds="as applied">
      <dl className={style.fields}>
        {one.applicant.fields.map(({ label, value, secret }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{secret && !one.masked ? <Secret {...{ id: one.id, label, value, field: secret }} /> : value}</dd>
          </div>
        ))}
      </dl>
    </CaseCard>
  );
}

function Secret({ id, label, value, field }: { id: string; label: string; value: string; field: SecretField }) {
  // The number exists only in this component's state, never in the store's query cache.
  const [reveal, { data, error, isLoading, reset }] = useRevealFieldMutation();
  return (
    <>
      <span>{data?.value ?? value}</span>{' '}
      <Button
        size="sm"
        busy={isLoading}
        aria-label={data ? `Hide ${label}` : `Show ${label}`}
        onClick={() => (data ? reset() : void reveal({ id, field }))}
      >
        {data ? 'Hide' : 'Show'}
      </Button>
      {error && (
        <span role="alert" className={`small ${style.refused}`}>
          {messageOf(error, 'The number could not be shown. Try again.')}
        </span>
      )}
    </>
  );
}
