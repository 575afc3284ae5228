import { TokenPayoutRequest, type PlatformConfigView } from '@tknest/contracts/api';
import { useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField, SecretField, TextField } from '../../../shared/form/fields';
import { rlusd, sumOf } from '../../../shared/format/format';
import { useEscrowQuery } from '../../../shared/payouts/api';
import { WalletText } from '../../../shared/ui/copyable/copyable';
import { Note } from '../../../shared/ui/note/note';
import { ByHand } from './by-hand';
import { usePaying, type PayoutWish } from './use-paying';

/** Manual payouts of RLUSD out of the platform's own part of the payout escrow (REQ-2.2.3.1, REQ-2.5.2). */
export function RlusdPayouts({ config }: { config: PlatformConfigView }) {
  const nothing: PayoutWish = {
    recipientAddress: '',
    amount: '',
    destinationTag: '',
    adminSeed: '',
    rlusdGateway: config.rlusdIssuer,
  };
  const form = useForm<PayoutWish>({
    defaultValues: nothing,
    resolver: contractResolver<PayoutWish>(TokenPayoutRequest),
  });
  const amount = useWatch({ control: form.control, name: 'amount' });
  return (
    <ByHand
      title="RLUSD Payouts"
      lead="For a single manual payment. Payout runs pay monthly rent shares automatically."
      form={form}
      draft="rlusd-payout"
      nothing={nothing}
      button={Number(amount) > 0 ? `Send ${rlusd(Number(amount), 'six')} RLUSD` : 'Send payout'}
      called="The payout"
      operation={usePaying()}
      ask={(wish) => ({
        title: `Send ${rlusd(Number(wish.amount), 'six')} RLUSD?`,
        action: 'Send payout',
        safe: 'Cancel',
        outcome: 'from the platform’s own money. A completed payment can’t be undone.',
      })}
      aside={<Float config={config} amount={Number(amount) || 0} />}
    >
      <TextField name="recipientAddress" label="Recipient address" placeholder="r…" className="mono-input" />
      <FigureField name="amount" label="Amount" suffix=" RLUSD" thousandSeparator="" decimalScale={6} hideControls />
      <FigureField
        name="destinationTag"
        label="Destination tag"
        description="If the recipient’s address needs one, as at an exchange."
        thousandSeparator=""
        decimalScale={0}
        hideControls
      />
      <SecretField
        name="adminSeed"
        label="Admin seed"
        placeholder="Vault"
        autoComplete="off"
        description="The payout escrow’s. Used once and never stored. Leave it empty to sign with the key in the vault."
      />
      <TextField name="rlusdGateway" label="RLUSD gateway" className="mono-input" />
    </ByHand>
  );
}

function Float({ config, amount }: { config: PlatformConfigView; amount: number }) {
  const { currentData: escrow } = useEscrowQuery();
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
          <dt>Owed to others</dt>
          <dd>{escrow ? `${rlusd(sumOf(escrow.ledgerBalance, -own), 'six')} RLUSD` : '—'}</dd>
        </div>
        <div>
          <dt>Available</dt>
          <dd>{free}</dd>
        </div>
      </dl>
      {escrow && amount > own && (
        <Note tone="wait" live>
          Only the available amount can be paid manually. To add to it, send RLUSD to the escrow with the memo{' '}
          <span className="mono">tknest/float/1</span>.
        </Note>
      )}
      <Link to="/admin/escrow">Escrow books</Link>
    </section>
  );
}
