import { useState, type ReactNode } from 'react';
import { count, rlusd } from '../../format/format';
import { Button } from '../button/button';
import { NumberField } from '../inputs/inputs';
import { Modal } from '../modal/modal';

/** From here an amount is typed again before it goes. */
const TYPED_AGAIN_ABOVE = 1_000;

interface Props {
  /** A question that names the object. */
  title: string;
  /** What will happen, with amount and receiver. */
  children: ReactNode;
  /** What leaves the platform's accounts. */
  amount?: number;
  unit?: 'RLUSD' | 'TKNEST';
  /** What the button does: "Close listing". */
  action: string;
  /** What leaving it means: "Keep it open". */
  safe: string;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Before what cannot be undone. The safe choice has the focus; an amount above 1,000 is typed again. */
export function Confirm({
  title,
  children,
  amount = 0,
  unit = 'RLUSD',
  action,
  safe,
  busy,
  onConfirm,
  onClose,
}: Props) {
  const [typed, setTyped] = useState<number | string>('');
  const [asked, setAsked] = useState(false);
  const again = amount > TYPED_AGAIN_ABOVE;
  const shown = unit === 'RLUSD' ? rlusd(amount) : count(amount);
  const same = !again || Number(typed) === amount;
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
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button onClick={onClose} data-autofocus>
            {safe}
          </Button>
          <Button look="filled" busy={busy} onClick={() => (same ? onConfirm() : setAsked(true))}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
