import { TokenPayoutRequest, type PlatformConfigView } from '@tknest/contracts/api';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField, SecretField, TextField } from '../../../shared/form/fields';
import { Form, showServerErrors } from '../../../shared/form/form';
import { rlusd } from '../../../shared/format/format';
import { Button } from '../../../shared/ui/button/button';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Confirm } from '../../../shared/ui/confirm/confirm';
import { Note } from '../../../shared/ui/note/note';
import { useFloatQuery } from '../api';
import { usePaying, type PayoutWish } from './use-paying';

/** RLUSD by hand out of the platform's own part of the payout escrow (D2 §2.3, §5). */
export function RlusdPayouts({ config }: { config: PlatformConfigView }) {
  const nothing: PayoutWish = { recipientAddress: '', amount: '', adminSeed: '', rlusdGateway: config.rlusdIssuer };
  const form = useForm<PayoutWish>({
    defaultValues: nothing,
    resolver: contractResolver<PayoutWish>(TokenPayoutRequest),
  });
  const amount = useWatch({ control: form.control, name: 'amount' });
  const { pay, busy, underWay } = usePaying();
  const [asked, setAsked] = useState<PayoutWish | null>(null);
  const carryOut = async () => {
    const { error } = await pay(asked!);
    setAsked(null);
    if (!error) form.reset(nothing);
    else showServerErrors(form, error);
  };
  return (
    <div className="tokens-cols">
      <Form
        form={form}
        className="card stack"
        onSubmit={(wish) => setAsked({ ...wish, recipientAddress: wish.recipientAddress.trim() })}
      >
        <div>
          <h2>RLUSD Payouts</h2>
          <p className="small dim">By hand, once. Monthly shares are payout runs and need no hand.</p>
        </div>
        <TextField name="recipientAddress" label="Recipient address" placeholder="r…" className="mono-input" />
        <FigureField name="amount" label="Amount" suffix=" RLUSD" thousandSeparator="" decimalScale={6} hideControls />
        <SecretField
          name="adminSeed"
          label="Admin seed"
          placeholder="Vault"
          autoComplete="off"
          description="The payout escrow’s. Used once, never kept. Leave empty: the vault signs."
        />
        <TextField name="rlusdGateway" label="RLUSD gateway" className="mono-input" />
        <div>
          <Button type="submit" look="filled" size="lg" busy={busy || underWay}>
            {Number(amount) > 0 ? `Send ${rlusd(Number(amount), 'six')} RLUSD` : 'Send payout'}
          </Button>
        </div>
        {underWay && (
          <Note tone="run" live>
            The ledger takes longer than usual. The payout goes on by itself; you may leave this page.
          </Note>
        )}
      </Form>
      <Float config={config} amount={Number(amount) || 0} />
      {asked && (
        <Confirm
          title={`Send ${rlusd(Number(asked.amount), 'six')} RLUSD?`}
          amount={Number(asked.amount)}
          action="Send payout"
          safe="Do not send"
          busy={busy}
          onConfirm={() => void carryOut()}
          onClose={() => setAsked(null)}
        >
          <p>
            They go to <span className="mono">{asked.recipientAddress}</span> out of the platform’s own money. A payment
            that arrived cannot be taken back.
          </p>
        </Confirm>
      )}
    </div>
  );
}

function Float({ config, amount }: { config: PlatformConfigView; amount: number }) {
  const { currentData: escrow } = useFloatQuery();
  const own = escrow?.accounts.find(({ name }) => name === 'float')?.balance ?? 0;
  const free = escrow ? `${rlusd(own, 'six')} RLUSD` : '—';
  return (
    <section className="card stack tokens-aside" aria-labelledby="paying-wallet">
      <h2 id="paying-wallet">Paying wallet</h2>
      <dl className="tokens-facts">
        <div>
          <dt>Payout escrow</dt>
          <dd>
            <WalletText wallet={config.payoutEscrow} />
          </dd>
        </div>
        <div>
          <dt>In the escrow</dt>
          <dd>{escrow ? `${rlusd(escrow.ledgerBalance, 'six')} RLUSD` : '—'}</dd>
        </div>
        <div>
          <dt>Promised to others</dt>
          <dd>{escrow ? `${rlusd(escrow.ledgerBalance - own, 'six')} RLUSD` : '—'}</dd>
        </div>
        <div>
          <dt>Free</dt>
          <dd>{free}</dd>
        </div>
      </dl>
      {escrow && amount > own && (
        <Note tone="wait" live>
          Only what is free can be paid by hand. An admin fills it with a payment to the escrow that carries the memo{' '}
          <span className="mono">tknest/float/1</span>.
        </Note>
      )}
      <Link to="/admin/escrow">Escrow books</Link>
    </section>
  );
}
