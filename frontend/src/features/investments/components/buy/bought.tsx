import type { PaymentView, PropertyView } from '@tknest/contracts/api';
import { useEffect, useRef, type ReactNode } from 'react';
import { FeeOwed } from '../../../../shared/payments/components/fees-owed';
import { Proof } from '../../../../shared/payments/components/proof';
import { feeRateOf, gainOf } from '../../../../shared/payments/payment-kinds';
import { Button, ButtonLink } from '../../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../../shared/ui/facade/facade';
import { Fact, Facts } from '../../../../shared/ui/facts/facts';
import { Money } from '../../../../shared/ui/money/money';
import { Seal } from '../../../../shared/ui/seal/seal';
import style from './buy.module.css';

interface Props {
  property: PropertyView;
  payment: PaymentView;
  title: string;
  /** What the specification says of a payment that may not be confirmed yet; followed by how it ended. */
  sentence?: ReactNode;
  again(): void;
}

/** The purchase: the house with the new share lit, the three figures, and the proof. */
export function Bought({ property, payment, title, sentence, again }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Runs after the dialog has returned focus to a button that no longer exists.
  useEffect(() => {
    const timer = setTimeout(() => heading.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  const { tokensSold, tokenCount } = property;
  return (
    <section className={`card ${style.bought}`} aria-labelledby="bought">
      <Street
        id={property.id}
        share={tokensSold / tokenCount}
        label={facadeLabel(tokensSold, tokenCount)}
        height={190}
      />
      <div className={`stack ${style.body}`}>
        <div className={style.verdict}>
          <Seal />
          <div>
            <h1 id="bought" ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {sentence && <p>{sentence}</p>}
            <p className="dim">
              {sentence && 'It is confirmed. '}
              {gainOf(payment)}
            </p>
          </div>
        </div>
        <Facts>
          <Fact name="To the landlord">
            <Money amount={payment.amount} />
          </Fact>
          <Fact name={<>Platform fee{payment.platformFee > 0 && `, ${feeRateOf(payment)}`}</>}>
            <Money amount={payment.platformFee} />
          </Fact>
          <Fact name="Total" sum>
            <Money amount={payment.totalAmount} />
          </Fact>
        </Facts>
        {payment.feeStatus === 'unpaid' && <FeeOwed payment={payment} />}
        <Proof payment={payment} open />
        <div className={`between ${style.foot}`}>
          <Button look="subtle" onClick={again}>
            Buy more
          </Button>
          <ButtonLink to="/dashboard" look="filled">
            Return to Dashboard
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
