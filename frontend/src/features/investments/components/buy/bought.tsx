import type { PaymentView, PropertyView } from '@tknest/contracts/api';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Proof } from '../../../../shared/payments/components/proof';
import { feeRateOf, gainOf } from '../../../../shared/payments/payment-kinds';
import { Button, ButtonLink } from '../../../../shared/ui/button/button';
import { facadeLabel, Street } from '../../../../shared/ui/facade/facade';
import { Money } from '../../../../shared/ui/money/money';
import { Note } from '../../../../shared/ui/note/note';
import style from './buy.module.css';

interface Props {
  property: PropertyView;
  payment: PaymentView;
  title: string;
  /** In the specification's words, where it has some. */
  sentence?: ReactNode;
  again(): void;
}

/** What was bought: the house with the new share lit, the three figures, and the proof. */
export function Bought({ property, payment, title, sentence, again }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // After the dialog has given the focus back to a button that is gone.
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
          <span className={style.seal} aria-hidden>
            <IconCheck size={30} />
          </span>
          <div>
            <h1 id="bought" ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {sentence && <p>{sentence}</p>}
            <p className="dim">{gainOf(payment)}</p>
          </div>
        </div>
        <dl className={style.parts}>
          <div className="between">
            <dt>To the owner</dt>
            <dd>
              <Money amount={payment.amount} />
            </dd>
          </div>
          <div className="between">
            <dt>Platform fee{payment.platformFee > 0 && `, ${feeRateOf(payment)}`}</dt>
            <dd>
              <Money amount={payment.platformFee} />
            </dd>
          </div>
          <div className={`between ${style.sum}`}>
            <dt>Total</dt>
            <dd>
              <Money amount={payment.totalAmount} />
            </dd>
          </div>
        </dl>
        {payment.feeStatus === 'unpaid' && (
          <Note tone="wait">Your tokens are yours; the platform fee is still to be settled.</Note>
        )}
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
