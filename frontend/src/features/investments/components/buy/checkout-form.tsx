import type { PropertyView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { CHECKOUT, FEES_BPS } from '@tknest/contracts/rules';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { count, rlusd, tokens as tokensOf } from '../../../../shared/format/format';
import { lateForm } from '../../../../shared/late-form';
import { checkoutOf } from '../../../../shared/payments/payment-kinds';
import { useStartPayment } from '../../../../shared/payments/use-start-payment';
import { PlainInput } from '../../../../shared/ui/inputs/plain';
import { Note } from '../../../../shared/ui/note/note';
import { soldOutWords } from '../../../../shared/properties/sold-out-words';
import '../../../../shared/styles/action-bar.css';
import { usePhone } from '../../../../shared/use-phone';
import { BalanceAfter } from './balance-after';
import { CheckoutProperty } from './checkout-property';
import { CheckoutSummary } from './checkout-summary';
import { NOT_OWN, useObstacle } from './may-buy';
import { PayButton } from './pay-button';
import style from './buy.module.css';

// The field and its form, of which nothing is shown but the wallet.
const CheckoutWallet = lateForm(
  () => import('./checkout-wallet'),
  ({ begins }) => <Coming wallet={begins} />,
);

/** REQ-2.2.2.3, word for word. */
const NOTICES = [
  'Payments are on the ledger',
  'KYC is required before issuance',
  'Tokens are participation rights, not ownership',
  'Transactions are monitored',
];
/** REQ-2.8.1. */
const FAILED = 'Failed to process RLUSD payment';

/** The tokens, the paying wallet, and the amount to sign for: a checkout has no fee. */
export function CheckoutForm({ property, wallet, tokens }: { property: PropertyView; wallet: string; tokens: number }) {
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const cost = toNumber(parseRlusd(property.tokenPrice || CHECKOUT.tokenPrice) * BigInt(tokens));
  const asked = (walletAddress: string) => ({
    propertyId: property.id,
    tokensRequested: tokens,
    amount: cost,
    walletAddress: walletAddress.trim(),
  });
  const id = useId();
  const begins = params.get('holderId') ?? params.get('wallet') ?? wallet;
  /** Null until the field is there. */
  const [typed, setTyped] = useState<string | null>(null);
  const { start, busy } = useStartPayment();
  const phone = usePhone();
  const obstacle = useObstacle(property, pathname + search);
  const left = property.tokensAvailable;
  const tooMany = tokens > left && left > 0;
  const payer = typed ?? begins.trim();
  const why =
    payer === ''
      ? 'Enter a wallet address first.'
      : payer !== wallet
        ? NOT_OWN
        : tooMany
          ? 'Choose how many tokens first.'
          : null;
  const pay = (walletAddress: string) => start('property_purchase', checkoutOf(asked(walletAddress)), FAILED);
  const take = (most: number) =>
    setParams(
      (before) => {
        before.set('tokens', String(most));
        return before;
      },
      { replace: true },
    );
  const payButton = (
    <PayButton form={id} obstacle={obstacle} busy={busy || typed === null} why={why}>
      Pay {rlusd(cost)} RLUSD
    </PayButton>
  );
  return (
    <>
      <div className="page-head">
        <div>
          <h1>Checkout</h1>
          <p className="dim">
            {tokensOf(tokens)} of {property.name}
          </p>
        </div>
      </div>
      <div className={style.cols}>
        <div className="stack">
          <CheckoutProperty property={property} />
          {left === 0 && (
            <Note tone="wait" live>
              {soldOutWords(property).sentence}
            </Note>
          )}
          {tooMany && (
            <Note tone="wait" live>
              Only {tokensOf(left)} {left === 1 ? 'is' : 'are'} available.
              <button type="button" className="note-way" onClick={() => take(left)}>
                Use {count(left)}
              </button>
            </Note>
          )}
          <section className={`card stack ${style.padded}`} aria-labelledby="wallet">
            <h2 id="wallet">Your wallet</h2>
            <CheckoutWallet id={id} begins={begins} own={wallet} asked={asked} onTyped={setTyped} onPay={pay} />
          </section>
          <section className={`card stack ${style.padded}`} aria-labelledby="notices">
            <h2 id="notices">Before you pay</h2>
            <ul className={style.notices}>
              {NOTICES.map((notice) => (
                <li key={notice}>
                  <IconCheck size={18} aria-hidden />
                  {notice}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <aside className={`card stack ${style.side}`} aria-label="What you sign for">
          <CheckoutSummary property={property} tokens={tokens} cost={cost} />
          {!obstacle && (
            <BalanceAfter total={cost} price={property.tokenPrice} feeBps={FEES_BPS.checkout} onUse={take} />
          )}
          {(obstacle || !phone) && payButton}
        </aside>
      </div>
      {!obstacle && phone && (
        <div className="action-bar">
          <p className="small">
            You sign for
            <br />
            <strong>{rlusd(cost)} RLUSD</strong>
          </p>
          <div className={style.pay}>{payButton}</div>
        </div>
      )}
    </>
  );
}

/** The field as it will be. */
const Coming = ({ wallet }: { wallet: string }) => (
  <PlainInput label="XRPL wallet address" value={wallet} className={style.mono} readOnly tabIndex={-1} aria-busy />
);
