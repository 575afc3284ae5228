import type { PropertyView } from '@tknest/contracts/api';
import { feeOf, parseRlusd, toNumber } from '@tknest/contracts/money';
import { FEES_BPS, PAYMENT, SIMPLE_INVESTMENT } from '@tknest/contracts/rules';
import { IconMapPin } from '@tabler/icons-react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router';
import { FigureField } from '../../../../shared/form/fields';
import { Form } from '../../../../shared/form/form';
import { count, percent, rlusd, tokens as tokensOf } from '../../../../shared/format/format';
import { investmentOf, rateOf } from '../../../../shared/payments/payment-kinds';
import { RentalContract } from '../../../../shared/properties/rental-contract';
import { useStartPayment } from '../../../../shared/payments/use-start-payment';
import { Button } from '../../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../../shared/ui/facade/facade';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import { Split } from '../../../../shared/ui/split/split';
import { soldOutWords } from '../../../../shared/properties/sold-out-words';
import { BalanceAfter } from './balance-after';
import { readAmount, wholeTokens } from './amount';
import { NOT_OWN, useObstacle } from './may-buy';
import { OtherWallet } from '../../../../shared/session/other-wallet';
import { PayButton } from './pay-button';
import style from './buy.module.css';

interface Fields {
  amount: string;
}
const { min, step } = PAYMENT.investment;
const FAILED = 'Unable to process RLUSD payment at this time.';

/** The amount, the sum to sign for, the expected return, and the button (REQ-1.5.24, REQ-1.9.13). */
export function InvestForm({ property, wallet }: { property: PropertyView; wallet: string }) {
  const form = useForm<Fields>({ defaultValues: { amount: String(min) } });
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const { start, busy } = useStartPayment();
  const obstacle = useObstacle(property, pathname + search);
  const typed = useWatch({ control: form.control, name: 'amount' });
  const { amount, problem } = readAmount(typed);
  const fit = wholeTokens(amount, property);
  const fee = toNumber(feeOf(parseRlusd(amount), FEES_BPS.investment));
  const total = toNumber(parseRlusd(amount) + parseRlusd(fee));
  const left = property.tokensAvailable;
  // The link may have been made for another wallet.
  const isOthers = (params.get('wallet') || wallet) !== wallet;
  const set = (value: number) => form.setValue('amount', String(value), { shouldDirty: true });
  const send = async () => {
    if (problem) return { error: problem, told: true };
    const body = {
      propertyId: property.id,
      fromWallet: wallet,
      toWallet: property.ownerWallet,
      amount,
      platformFee: fee,
      totalAmount: total,
    };
    return { error: !(await start('property_purchase', investmentOf(body), FAILED)), told: true };
  };
  const share = Math.min(1, (property.tokensSold + (fit.tokens ?? 0)) / property.tokenCount);
  const error = problem ?? fit.problem;
  return (
    <Form
      form={form}
      draft={`simple-investment:${property.id}`}
      className={`${style.cols} ${style.narrow}`}
      onSubmit={send}
    >
      <section className={`card ${style.property}`} aria-labelledby="property">
        <Street
          id={property.id}
          share={share}
          label={facadeLabel(property.tokensSold, property.tokenCount)}
          height={190}
        />
        <div className={`stack ${style.body}`}>
          <div>
            <h1 id="property">{property.name}</h1>
            <p className={`dim ${style.place}`}>
              <IconMapPin size={16} aria-hidden />
              {property.address}
            </p>
          </div>
          <RentalContract property={property} />
          <OtherWallet own={wallet} names={['wallet']} />
          {left === 0 && (
            <Note tone="wait" live>
              {soldOutWords(property).sentence}
            </Note>
          )}
          <div className={style.amount}>
            <FigureField
              name="amount"
              label="Amount"
              suffix=" RLUSD"
              min={min}
              step={step}
              allowDecimal={false}
              allowNegative={false}
              description={`${rlusd(property.tokenPrice)} RLUSD per token, ${count(left)} available`}
              // Empty or invalid falls back to the minimum (REQ-1.5.24).
              onBlurCapture={() => readAmount(typed).fallsBack && set(min)}
            />
            <div className="row" role="group" aria-label="Quick amounts">
              {SIMPLE_INVESTMENT.quick.map((quick) => (
                <Button key={quick} size="sm" aria-pressed={amount === quick} onClick={() => set(quick)}>
                  {count(quick)}
                </Button>
              ))}
              {fit.tokens !== null && <span className="small dim">{tokensOf(fit.tokens)}</span>}
            </div>
          </div>
          {error && (
            <Note tone="wait" live>
              {error}
              {fit.nearest.map((nearest) => (
                <button key={nearest} type="button" className="note-way" onClick={() => set(nearest)}>
                  Use {count(nearest)}
                </button>
              ))}
            </Note>
          )}
          <Note tone="off">
            Whole tokens only, in steps of {rlusd(property.tokenPrice)} RLUSD. Landlords can’t buy tokens of their own
            property. No returns are guaranteed.
          </Note>
        </div>
      </section>
      <aside className={`card stack ${style.side}`} aria-label="What you sign for">
        <h2>Fee breakdown</h2>
        <Split
          amount={amount}
          fee={fee}
          name="To the landlord"
          feeName={`Platform fee, ${rateOf(FEES_BPS.investment)}`}
        />
        <hr />
        <Returns amount={amount} own={property.monthlyRate} />
        {!obstacle && <BalanceAfter total={total} price={property.tokenPrice} feeBps={FEES_BPS.investment} />}
        <PayButton
          obstacle={obstacle}
          busy={busy}
          why={isOthers ? NOT_OWN : (problem ?? null)}
          next="Two signatures: the payment, then the fee"
        >
          Send {rlusd(total)} RLUSD
        </PayButton>
      </aside>
    </Form>
  );
}

/** REQ-1.9.13: shown as 8 % APR, a month as a twelfth of the year; the property's own terms are below. */
function Returns({ amount, own }: { amount: number; own: number }) {
  const year = amount * SIMPLE_INVESTMENT.apr;
  return (
    <>
      <h2>Expected returns</h2>
      <Facts>
        <Fact name="Expected return, APR">{percent(SIMPLE_INVESTMENT.apr * 100, 0)}</Fact>
        <Fact name="In a year">
          <Money amount={year} />
        </Fact>
        <Fact name="In a month">
          <Money amount={year / 12} />
        </Fact>
      </Facts>
      <p className="small dim">An estimate, without returned principal. This property’s own rate is {percent(own)}.</p>
    </>
  );
}
