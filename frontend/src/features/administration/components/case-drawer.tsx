import { ResolveCaseRequest, type CaseView } from '@tknest/contracts/api';
import { answersTo, type CaseResolution } from '@tknest/contracts/events';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { useShown } from '../../../shared/api/use-shown';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { SelectField, TextAreaField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { isProposed, useProposed } from '../../../shared/proposals/use-proposed';
import { can } from '../../../shared/session/can';
import { useAppDispatch } from '../../../shared/store/store';
import { wordsOf } from '../../../shared/format/format';
import { dayAndTime } from '../../../shared/format/time';
import { Button } from '../../../shared/ui/button/button';
import { HashText, WalletText } from '../../../shared/ui/copyable/copyable';
import { Fact, Facts } from '../../../shared/ui/facts/facts';
import { Drawer } from '../../../shared/ui/modal/modal';
import { Note } from '../../../shared/ui/note/note';
import { Shown } from '../../../shared/ui/shown/shown';
import { Skeleton } from '../../../shared/ui/states/states';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { usePlatformConfigQuery, useSessionQuery } from '../../../shared/session/api';
import { useOneCaseQuery, useRefundFeeMutation, useResolveCaseMutation } from '../api';
import { WithReason, type ActWithReason } from '../../../shared/form/with-reason';
import { CasePill } from './case-pill';

const DONE: Record<CaseResolution, string> = {
  corrected: 'Corrected',
  'tokens-issued': 'Tokens issued',
  refunded: 'Refunded',
  'no-action': 'No action needed',
  deposited: 'Added to the property’s deposit',
  kept: 'Kept as the platform’s own',
  waived: 'Waived: the fee is not owed any more',
  'one-node': 'Go on with one node, this time',
  collected: 'It collected this installment',
  settled: 'Settled by the platform',
};
/** What two of the answers mean for a payment that the log has forgotten. */
const OF_FORGOTTEN: Partial<typeof DONE> = {
  'tokens-issued': 'Count it as paid and issue the tokens',
  refunded: 'Record it as owed back',
};
const choicesOf = (one: CaseView) =>
  answersTo(one).map((value) => ({
    value,
    label: (one.kind === 'forgotten-payment' && OF_FORGOTTEN[value]) || DONE[value],
  }));

/** One case: the finding, its subject, and the resolution; an admin resolves it here. */
export default function CaseDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { data: session } = useSessionQuery();
  const shown = useShown(useOneCaseQuery(id));
  const back = (
    <Button size="sm" onClick={onClose}>
      Back to cases
    </Button>
  );
  return (
    <Drawer title="Case" onClose={onClose}>
      <Shown of={shown} what="The case" skeleton={<Skeleton height={240} />} wayOut={back}>
        {(one) => (
          <>
            <Found one={one} />
            {one.status === 'resolved' && (
              <Note tone="ok">
                <strong>{DONE[one.resolution as CaseResolution] ?? wordsOf(one.resolution!)}</strong>,{' '}
                {dayAndTime(one.resolvedAt!)}.{one.note && <p>{one.note}</p>}
              </Note>
            )}
            {one.status === 'open' && can(session?.userRole, 'decide-case') && (
              <>
                {one.kind === 'fee-paid-twice' && one.paymentId && <SendFeeBack paymentId={one.paymentId} />}
                <Resolve one={one} />
              </>
            )}
            <p className="case-log">
              <Link className="small" to={`/audit/events?stream=${encodeURIComponent(`case-${id}`)}`}>
                Open in the event log
              </Link>
            </p>
          </>
        )}
      </Shown>
    </Drawer>
  );
}

function Found({ one: { kind, status, summary, openedAt, wallet, txHash, paymentId, details } }: { one: CaseView }) {
  const { data: config } = usePlatformConfigQuery();
  return (
    <div className="payment-facts">
      <div className="between">
        <CasePill status={status} />
        <span className="small dim">{dayAndTime(openedAt)}</span>
      </div>
      <h3>{wordsOf(kind)}</h3>
      <p>{summary}</p>
      <Facts>
        {wallet && (
          <Fact name="Wallet">
            <WalletText wallet={wallet} />
          </Fact>
        )}
        {txHash && (
          <Fact name="Transaction">
            <HashText hash={txHash} explorer={config?.explorer} />
          </Fact>
        )}
        {paymentId && (
          <Fact name="Payment">
            <Link to={`/admin/payments/${paymentId}`}>Open the payment</Link>
          </Fact>
        )}
      </Facts>
      <details className="small case-details">
        <summary>All findings</summary>
        <pre className="mono">{JSON.stringify(details, null, 2)}</pre>
      </details>
    </div>
  );
}

/** The remedy of a fee that was paid twice; it closes the case by itself. */
function SendFeeBack({ paymentId }: { paymentId: string }) {
  const [asked, setAsked] = useState(false);
  const [refund] = useRefundFeeMutation();
  const act: ActWithReason = {
    of: paymentId,
    action: 'Send the fee back',
    title: 'Send the second fee back?',
    effect:
      'The fee wallet sends it back, once, to the wallet that paid it. The case closes when the ledger confirms it.',
    done: 'The fee is on its way back',
    carryOut: (reason) => refund({ paymentId, reason }),
  };
  return (
    <div>
      <Button onClick={() => setAsked(true)}>{act.action}</Button>
      {asked && <WithReason act={act} onClose={() => setAsked(false)} />}
    </div>
  );
}

function Resolve({ one }: { one: CaseView }) {
  const { id, effectOfResolving: effect } = one;
  const form = useForm<ResolveCaseRequest>({
    defaultValues: { resolution: choicesOf(one)[0]!.value, note: '' },
    resolver: contractResolver<ResolveCaseRequest>(ResolveCaseRequest),
  });
  const [resolve] = useResolveCaseMutation();
  const proposed = useProposed();
  const dispatch = useAppDispatch();
  const submit = async (values: ResolveCaseRequest) => {
    const { data, error } = await resolve({ id, ...values });
    if (isProposed(data)) proposed(data);
    else if (!error) dispatch(showToast({ title: 'Case resolved', tone: 'ok' }));
    return { error };
  };
  return (
    <Form form={form} draft={`resolve:${id}`} className="stack" onSubmit={submit}>
      <SelectField label="Resolution" name="resolution" data={choicesOf(one)} />
      <TextAreaField
        label="Explanation"
        name="note"
        description="At least 10 characters. It stays in the log forever."
        autosize
        minRows={3}
      />
      <p className="small dim">{effect}</p>
      <div>
        <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
          Resolve the case
        </Button>
      </div>
    </Form>
  );
}
