import { IconAlertTriangle, IconWallet } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../shared/ui/button/button';
import { useOpenPaymentsQuery } from '../../../../shared/payments/api';
import style from './buy.module.css';

const WAITING = 'Sign or cancel your open payment first.';

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
  const { data: open = [] } = useOpenPaymentsQuery(undefined, { skip: Boolean(obstacle) });
  if (obstacle) return obstacle;
  const why = open.some(({ status }) => status === 'pending') ? WAITING : asked;
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
