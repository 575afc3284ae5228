import { InvalidAmount, MICRO, parseRlusd } from '@tknest/contracts/money';
import { useRef, useState, type ReactNode } from 'react';
import { count, rlusd } from '../../format/format';
import { Button } from '../button/button';
import { NumberField } from '../inputs/inputs';
import { Modal } from '../modal/modal';

/** From here an amount is typed again before it goes, RLUSD or tokens. */
const TYPED_AGAIN_ABOVE = 1_000n * MICRO;

interface Props {
  /** A question that names the object. */
  title: string;
  /** What will happen, with amount and receiver. */
  children: ReactNode;
  /** What leaves the platform's accounts, as decimal text: to the last of its six decimals. */
  amount?: string;
  unit?: 'RLUSD' | 'TKNEST';
  /** What the button does: "Close listing". */
  action: string;
  /** What leaving it means: "Keep it open". */
  safe: string;
  /** Does it; until it has ended the button is busy, and a second click does nothing. */
  onConfirm(): unknown;
  onClose(): void;
}

/** Whether what was typed is the amount itself, not what it rounds to. */
function isSame(typed: string | number, amount: string): boolean {
  try {
    return parseRlusd(String(typed)) === parseRlusd(amount);
  } catch (error) {
    if (error instanceof InvalidAmount) return false;
    throw error;
  }
}

/** Before what cannot be undone. The safe choice has the focus; an amount above 1,000 is typed again. */
export function Confirm({ title, children, amount = '0', unit = 'RLUSD', action, safe, onConfirm, onClose }: Props) {
  const [typed, setTyped] = useState<number | string>('');
  const [asked, setAsked] = useState(false);
  const { busy, once } = useOnceAtATime();
  const again = parseRlusd(amount) > TYPED_AGAIN_ABOVE;
  const shown = unit === 'RLUSD' ? rlusd(Number(amount), 'six') : count(Number(amount));
  const same = !again || isSame(typed, amount);
  return (
    <Modal title={title} onClose={onClose} narrow>
      <div className="stack">
        <div>{children}</div>
        {again && (
          <NumberField
            label={`Type the amount again: ${shown}`}
            value={typed}
            hideControls
            suffix={` ${unit}`}
            error={asked && !same ? `The amount is ${shown} ${unit}` : undefined}
            onChange={setTyped}
          />
        )}
        <div className="row end">
          <Button onClick={onClose} data-autofocus>
            {safe}
          </Button>
          <Button look="filled" busy={busy} onClick={() => (same ? void once(onConfirm) : setAsked(true))}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Does something once at a time: the other click of two comes before anything has turned busy. */
function useOnceAtATime() {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const once = async (what: () => unknown) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    try {
      await what();
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { busy, once };
}
