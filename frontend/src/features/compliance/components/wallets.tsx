import { LinkWalletRequest, type ComplianceCaseView, type PersonWalletView } from '@tknest/contracts/api';
import { WALLET_WORDS } from '@tknest/contracts/papers';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { SelectField, TextAreaField, TextField } from '../../../shared/form/fields';
import { Form } from '../../../shared/form/form';
import { wordsOf } from '../../../shared/format/format';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Modal } from '../../../shared/ui/later/dialogs';
import { StatusPill } from '../../../shared/ui/status-pill/status-pill';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useLinkWalletMutation } from '../api';
import { CaseCard } from './case-card';
import style from './case.module.css';

type Asked = { linked: boolean; wallet: string };

/** Other wallets of the person: an open hit of one applies to all. Officers link wallets or set them apart. */
export function Wallets({ one, onLinked }: { one: ComplianceCaseView; onLinked(): void }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const may = one.mayLink;
  return (
    <CaseCard
      title="Wallets of this person"
      holds={`${one.wallets.length} other`}
      action={
        may && (
          <Button size="sm" onClick={() => setAsked({ linked: true, wallet: '' })}>
            Link a wallet
          </Button>
        )
      }
    >
      {one.wallets.length === 0 && <p className="dim">No other wallet is known.</p>}
      <ul className={style.wallets}>
        {one.wallets.map((other) => (
          <li key={other.wallet}>
            <div>
              <WalletText wallet={other.wallet} />
              <p className="small dim">{WALLET_WORDS[other.how]}</p>
            </div>
            <Standing {...other} />
            {may && <Act other={other} ask={setAsked} />}
          </li>
        ))}
      </ul>
      {asked && (
        // Until its dialog has come, another wallet can be clicked.
        <Relate
          key={`${asked.linked} ${asked.wallet}`}
          one={one}
          asked={asked}
          onClose={() => setAsked(null)}
          onLinked={onLinked}
        />
      )}
    </CaseCard>
  );
}

function Standing({ investor, landlord, suspended }: PersonWalletView) {
  if (suspended) return <StatusPill status="rejected" word="Suspended" />;
  return (
    <span className="small dim">
      Investor {wordsOf(investor).toLowerCase()}, landlord {wordsOf(landlord).toLowerCase()}
    </span>
  );
}

function Act({ other: { wallet, how }, ask }: { other: PersonWalletView; ask(asked: Asked): void }) {
  const link = how !== 'linked';
  return (
    <div className="row">
      {link && (
        <Button size="sm" aria-label={`Link ${wallet}`} onClick={() => ask({ linked: true, wallet })}>
          Link
        </Button>
      )}
      {(how === 'linked' || how === 'same-number') && (
        <Button size="sm" aria-label={`Separate ${wallet}`} onClick={() => ask({ linked: false, wallet })}>
          Separate
        </Button>
      )}
    </div>
  );
}

interface Fields {
  wallet: string;
  ends: 'none' | 'other' | 'this';
  reason: string;
}

function Relate({
  one,
  asked,
  onClose,
  onLinked,
}: {
  one: ComplianceCaseView;
  asked: Asked;
  onClose(): void;
  onLinked(): void;
}) {
  const { linked } = asked;
  const asRequest = ({ wallet, ends, reason }: Fields): LinkWalletRequest => ({
    wallet: wallet.trim(),
    linked,
    reason,
    ...(linked && ends !== 'none' && { ends: ends === 'this' ? one.wallet : wallet.trim() }),
  });
  const form = useForm<Fields>({
    defaultValues: { wallet: asked.wallet, ends: 'none', reason: '' },
    resolver: contractResolver<Fields>(LinkWalletRequest, asRequest),
  });
  const [relate] = useLinkWalletMutation();
  const dispatch = useAppDispatch();
  const submit = async (values: Fields) => {
    const { error } = await relate({ id: one.id, ...asRequest(values) });
    if (error) return { error };
    dispatch(showToast({ title: linked ? 'Wallets linked' : 'Wallets separated', tone: 'ok' }));
    onClose();
    onLinked();
    return {};
  };
  return (
    <Modal title={linked ? 'Link a wallet of the same person' : 'Separate two wallets'} onClose={onClose} narrow>
      <Form form={form} draft={`relate:${one.id}:${linked}:${asked.wallet}`} className="stack" onSubmit={submit}>
        <p className="dim">
          {linked
            ? 'From then on, findings against one wallet also apply to the other.'
            : 'They belong to two people, even if they share a number. Findings against either wallet stay until its own case is decided.'}
        </p>
        <TextField name="wallet" label="Wallet" readOnly={asked.wallet !== ''} />
        {linked && (
          <SelectField
            name="ends"
            label="Lost wallet"
            description="Its verifications end; what it owns and owes stays"
            data={[
              { value: 'none', label: 'Both are in use' },
              { value: 'other', label: 'The other wallet was lost' },
              { value: 'this', label: 'The wallet of this case was lost' },
            ]}
          />
        )}
        <TextAreaField name="reason" label="Reason" description="Kept with both wallets; not shown to the applicant" />
        <div className="row end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="filled" busy={form.formState.isSubmitting}>
            {linked ? 'Link the wallets' : 'Separate the wallets'}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
