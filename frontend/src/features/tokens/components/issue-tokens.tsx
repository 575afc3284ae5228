import { IssueTokensRequest, type TokenRecipientView } from '@tknest/contracts/api';
import { WALLET } from '@tknest/contracts/rules';
import { useForm, useWatch } from 'react-hook-form';
import { contractResolver } from '../../../shared/form/contract-resolver';
import { FigureField, SecretField, TextField } from '../../../shared/form/fields';
import { count } from '../../../shared/format/format';
import { Note } from '../../../shared/ui/note/note';
import { useSettled } from '../../../shared/use-settled';
import { useRecipientQuery } from '../api';
import { ByHand } from './by-hand';
import { useIssuing, type Wish } from './use-issuing';

const NOTHING: Wish = { recipientAddress: '', amount: '', issuerSeed: '' };
const LINES: Record<TokenRecipientView['line'], string> = {
  ready: 'trust line open',
  unauthorised: 'trust line not authorized yet; this is done first',
  missing: 'no TKNEST trust line: nothing can be issued',
  'too-small': 'the trust line’s limit is too small',
  frozen: 'the trust line is frozen',
};

/** Manual issuance of tokens to one wallet (REQ-2.2.3.1, REQ-2.5.1). The recipient is looked up while it is typed. */
export function IssueTokens() {
  const form = useForm<Wish>({ defaultValues: NOTHING, resolver: contractResolver<Wish>(IssueTokensRequest) });
  const [recipientAddress, amount] = useWatch({ control: form.control, name: ['recipientAddress', 'amount'] });
  const settled = useSettled(recipientAddress.trim(), 250);
  const { currentData: recipient } = useRecipientQuery(settled, { skip: settled.length < WALLET.minLength });
  const tokens = /^\d+$/.test(amount) ? Number(amount) : 0;
  return (
    <ByHand
      title="Issue Tokens"
      lead="For manual issuance only. Purchases issue tokens automatically."
      form={form}
      draft="issue-tokens"
      nothing={NOTHING}
      button={tokens > 0 ? `Issue ${count(tokens)} TKNEST` : 'Issue tokens'}
      called="The issuance"
      operation={useIssuing()}
      ask={(wish) => ({
        title: `Issue ${count(Number(wish.amount))} TKNEST?`,
        unit: 'TKNEST',
        action: 'Issue tokens',
        safe: 'Cancel',
        outcome: 'and are in no register until they are assigned to a property.',
      })}
      aside={<Consequences recipient={recipient} tokens={tokens} />}
    >
      <TextField
        name="recipientAddress"
        label="Recipient address"
        placeholder="r…"
        className="mono-input"
        description={recipient && <Known recipient={recipient} />}
      />
      <FigureField name="amount" label="Amount" suffix=" TKNEST" thousandSeparator="" decimalScale={0} hideControls />
      <SecretField
        name="issuerSeed"
        label="Issuer seed"
        placeholder="Vault"
        autoComplete="off"
        description="Used once and never stored. Leave it empty to sign with the key in the vault."
      />
    </ByHand>
  );
}

function Known({ recipient: { verified, line, balance } }: { recipient: TokenRecipientView }) {
  const good = verified && (line === 'ready' || line === 'unauthorised');
  return (
    <span className={good ? 'tokens-good' : 'tokens-bad'}>
      {verified ? 'Verified' : 'Not verified'}, {LINES[line]}
      {good && `, ${count(Number(balance))} TKNEST held`}
    </span>
  );
}

function Consequences({ recipient, tokens }: { recipient: TokenRecipientView | undefined; tokens: number }) {
  const after = (before: number | undefined) => (before === undefined ? '—' : `${count(before + tokens)} TKNEST`);
  return (
    <section className="card stack tokens-aside" aria-labelledby="what-this-does">
      <h2 id="what-this-does">What this does</h2>
      <dl className="tokens-facts">
        <div>
          <dt>Holder after</dt>
          <dd>{after(recipient && Number(recipient.balance))}</dd>
        </div>
        <div>
          <dt>Issued after</dt>
          <dd>{after(recipient?.issued)}</dd>
        </div>
      </dl>
      <Note tone="wait">
        Above 1,000 tokens, you retype the amount. Issued tokens can be taken back only by clawback, which is also
        recorded.
      </Note>
    </section>
  );
}
