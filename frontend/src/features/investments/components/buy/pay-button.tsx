import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../shared/ui/button/button';
import { usePaymentWaiting } from '../../../../shared/payments/use-payment-waiting';
import style from './buy.module.css';

interface Props {
  /** The id of the form that it sends, if it is outside of it. */
  form?: string;
  /** Shown instead of the button. */
  obstacle: ReactNode;
  busy: boolean;
  /** Why nothing can be paid yet. */
  why: string | null;
  /** What comes after paying, if paying is possible. */
  next?: string;
  /** The label, with the sum. */
  children: ReactNode;
}

/** The button that pays; below it, why paying is not possible yet, or what comes next. One payment at a time. */
export function PayButton({ form, obstacle, busy, why: asked, next, children }: Props) {
  const why = usePaymentWaiting(Boolean(obstacle)) ?? asked;
  if (obstacle) return obstacle;
  return (
    <>
      <Button
        type="submit"
        form={form}
        look="filled"
        size="lg"
        wide
        busy={busy}
        disabled={why !== null}
        icon={<IconWallet size={18} aria-hidden />}
      >
        {children}
      </Button>
      {why ? (
        <p className={`small ${style.why}`}>
          <IconAlertTriangle size={16} aria-hidden />
          {why}
        </p>
      ) : (
        next && <p className={`xsmall dim ${style.centre}`}>{next}</p>
      )}
    </>
  );
}
