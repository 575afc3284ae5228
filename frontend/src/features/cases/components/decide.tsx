import { DecideCaseRequest, type ComplianceCaseView } from '@tknest/contracts/api';
import { IconCheck, IconLock } from '@tabler/icons-react';
import { useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../shared/api/problem';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { TextAreaField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Note } from '../../../shared/ui/note/note';
import { RadioCards } from '../../../shared/ui/radio-cards/radio-cards';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useDecideCaseMutation } from '../api';
import style from './case.module.css';

interface Fields {
  decision: DecideCaseRequest['decision'];
  reason: string;
}

/** The steps of a review (OFAC FAQ 5), and the decision. */
export function Decide({ one, onDecided }: { one: ComplianceCaseView; onDecided(): void }) {
  const second = one.state === 'second-approval';
  const first = one.history.findLast(({ what }) => what === 'Cleared by the first person');
  return (
    <aside className={`card stack ${style.panel}`} aria-labelledby="review">
      <h2 id="review">Review</h2>
      <ol className={style.steps}>
        {stepsOf(one).map(([title, said, done], index) => (
          <li key={title} data-done={done || undefined}>
            <i aria-hidden>{done ? <IconCheck size={14} /> : index + 1}</i>
            <div>
              <strong>{title}</strong>
              <span className="small dim">{said}</span>
            </div>
          </li>
        ))}
      </ol>
      {second && first && (
        <Note tone="off">
          <strong>First decision: not the listed person.</strong> “{first.reason}” {first.actor}
        </Note>
      )}
      {one.mayDecide === true ? (
        <DecisionForm one={one} onDecided={onDecided} />
      ) : (
        <Note tone="off">{one.mayDecide}</Note>
      )}
    </aside>
  );
}

function stepsOf({ hits, documents, needsTwo, state, decision }: ComplianceCaseView): [string, string, boolean][] {
  const open = hits.filter(({ remembered }) => !remembered);
  const differ = open.filter(({ birthDate, country }) => birthDate === 'differs' || country === 'differs').length;
  const decided = state === 'decided' || state === 'second-approval';
  return [
    ['Compare names', open.length === 1 ? '1 entry' : `${open.length} entries`, true],
    ['Compare birth and country', differ > 0 ? `differs in ${differ}` : 'nothing differs', true],
    ['Look at the documents', `${documents.length} handed in`, false],
    ['Decide', 'one sentence of reason', decided],
    ['Second person approves', needsTwo ? 'any officer but the first' : 'not needed here', decision === 'clear'],
  ];
}

function DecisionForm({ one, onDecided }: { one: ComplianceCaseView; onDecided(): void }) {
  const second = one.state === 'second-approval';
  const hits = one.hits.filter(({ remembered }) => !remembered).map(({ entityNumber }) => entityNumber);
  const asRequest = (values: Fields): DecideCaseRequest => ({
    ...values,
    revision: one.revision,
    hits: values.decision === 'clear' ? [...new Set(hits)] : undefined,
  });
  const form = useForm<Fields>({
    defaultValues: { decision: 'clear', reason: '' },
    resolver: contractResolver<Fields>(DecideCaseRequest, asRequest),
  });
  const decision = useWatch({ control: form.control, name: 'decision' });
  const [decide, { isLoading }] = useDecideCaseMutation();
  const dispatch = useAppDispatch();
  const submit = async (values: Fields) => {
    const { error } = await decide({ id: one.id, ...asRequest(values) });
    if (error && showServerErrors(form, error)) return;
    dispatch(
      showToast(
        error
          ? { title: 'Not decided', text: messageOf(error, 'The case could not be decided'), tone: 'bad' }
          : { title: 'Written down', tone: 'ok' },
      ),
    );
    if (!error) onDecided();
  };
  const about = hits.length > 0;
  const two = one.needsTwo && !second;
  return (
    <Form form={form} className="stack" onSubmit={submit}>
      <RadioCards
        label="Decision"
        name="decision"
        value={decision}
        onChange={(value) => form.setValue('decision', value as Fields['decision'])}
        options={[
          {
            value: 'clear',
            label: about ? 'Not the listed person' : 'In order',
            text: two ? 'Counts after the second approval' : 'Policy decides on the verification at once',
          },
          { value: 'reject', label: about ? 'Is the listed person' : 'Reject', text: 'Both roles stay suspended' },
          {
            value: 'ask',
            label: second ? 'Return with a question' : 'Ask the applicant',
            text: 'The applicant reads it and answers',
          },
        ]}
      />
      <TextAreaField
        name="reason"
        label={decision === 'ask' ? 'Question' : 'Reason'}
        description={
          decision === 'ask' ? 'The applicant reads this' : 'Kept with the case; the applicant does not read it'
        }
      />
      <Button type="submit" look="filled" size="lg" wide busy={isLoading}>
        {WORDS[decision](two, second)}
      </Button>
      <p className="small dim row">
        <IconLock size={16} aria-hidden />
        {one.needsTwo ? 'Two people decide. ' : ''}Your wallet, the time and this text enter the record.
      </p>
    </Form>
  );
}

const WORDS: Record<Fields['decision'], (two: boolean, second: boolean) => string> = {
  clear: (two, second) => (two ? 'Send to a second person' : second ? 'Approve' : 'Clear the case'),
  reject: () => 'Reject',
  ask: () => 'Send the question',
};
