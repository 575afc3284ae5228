import { CheckoutRequest, type PropertyView } from '@tknest/contracts/api';
import { parseRlusd, toNumber } from '@tknest/contracts/money';
import { CHECKOUT, FEES_BPS } from '@tknest/contracts/rules';
import { IconCheck } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router';
import { contractResolver } from '../../../../shared/form/contract-resolver';
import { TextField } from '../../../../shared/form/fields';
import { Form } from '../../../../shared/form/form';
import { count, rlusd, shortWallet, tokens as tokensOf } from '../../../../shared/format/format';
import { checkoutOf } from '../../../../shared/payments/payment-kinds';
import { useStartPayment } from '../../../../shared/payments/use-start-payment';
import { Note } from '../../../../shared/ui/note/note';
import { soldOutWords } from '../../../../shared/properties/sold-out-words';
import { BalanceAfter } from './balance-after';
import { CheckoutProperty } from './checkout-property';
import { CheckoutSummary } from './checkout-summary';
import { NOT_OWN, useObstacle } from './may-buy';
import { PayButton } from './pay-button';
import style from './buy.module.css';

interface Fields {
  walletAddress: string;
}
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
  const form = useForm<Fields>({
    defaultValues: { walletAddress: params.get('holderId') ?? params.get('wallet') ?? wallet },
    resolver: contractResolver<Fields>(CheckoutRequest, ({ walletAddress }) => asked(walletAddress)),
  });
  const typed = useWatch({ control: form.control, name: 'walletAddress' }).trim();
  const blank = typed === '';
  // Shown wherever the field is empty, because nothing can be paid without a wallet.
  useEffect(() => {
    if (blank) void form.trigger('walletAddress');
  }, [blank, form]);
  const { start, busy } = useStartPayment();
  const obstacle = useObstacle(property, pathname + search);
  const left = property.tokensAvailable;
  const tooMany = tokens > left && left > 0;
  const why = blank
    ? 'Enter a wallet address first.'
    : typed !== wallet
      ? NOT_OWN
      : tooMany
        ? 'Choose how many tokens first.'
        : null;
  const useOwn = () => form.setValue('walletAddress', wallet, { shouldDirty: true, shouldValidate: true });
  const pay = async ({ walletAddress }: Fields) => {
    return { error: !(await start('property_purchase', checkoutOf(asked(walletAddress)), FAILED)), told: true };
  };
  const take = (most: number) =>
    setParams(
      (before) => {
        before.set('tokens', String(most));
        return before;
      },
      { replace: true },
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
      <Form form={form} draft={`checkout:${search}`} className={style.cols} onSubmit={pay}>
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
            <TextField
              name="walletAddress"
              label="XRPL wallet address"
              placeholder="r…"
              autoComplete="off"
              spellCheck={false}
              className={style.mono}
            />
            {typed !== wallet && (
              <p className="small">
                <button type="button" className="note-way" onClick={useOwn}>
                  Use {shortWallet(wallet)}, the wallet you signed in with
                </button>
              </p>
            )}
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
          <PayButton obstacle={obstacle} busy={busy} why={why}>
            Pay {rlusd(cost)} RLUSD
          </PayButton>
        </aside>
      </Form>
    </>
  );
}
