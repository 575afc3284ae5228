import { InvalidAmount, MICRO, parseRlusd } from '@tknest/contracts/money';
import { useRef, useState, type ReactNode } from 'react';
import { count, rlusd } from '../../format/format';
import { Button } from '../button/button';
import { NumberField, TextInput } from '../inputs/inputs';
import { Modal } from '../modal/modal';

/** From this amount of RLUSD or tokens on, the amount must be typed again. */
const TYPED_AGAIN_ABOVE = 1_000n * MICRO;

interface Props {
  /** A question that names the object. */
  title: string;
  /** What will happen, with amount and recipient. */
  children: ReactNode;
  /** The amount that leaves the platform's accounts, as decimal text with all six decimals. */
  amount?: string;
  unit?: 'RLUSD' | 'TKNEST';
  /** Text that must be typed again, whatever the amount: the address of the wallet concerned. */
  again?: { label: string; text: string; wrong: string };
  /** The label of the confirm button: "Close listing". */
  action: string;
  /** The label of the cancel button: "Keep it open". */
  safe: string;
  /** Carries out the action; until it has ended, the button is busy and ignores clicks. */
  onConfirm(): unknown;
  onClose(): void;
}

/** Whether the typed text is the exact amount, not a rounded one. */
function isSame(typed: string | number, amount: string): boolean {
  try {
    return parseRlusd(String(typed)) === parseRlusd(amount);
  } catch (error) {
    if (error instanceof InvalidAmount) return false;
    throw error;
  }
}

/**
 * A confirmation before an action that cannot be undone. The safe choice has focus; an amount above 1,000 must be typed
 * again. Refusals are shown in `children`.
 */
export function Confirm(props: Props) {
  const { title, children, amount = '0', unit = 'RLUSD', again, action, safe, onConfirm, onClose } = props;
  const [typed, setTyped] = useState<number | string>('');
  const [asked, setAsked] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { busy, once } = useOnceAtATime();
  const amountAgain = parseRlusd(amount) > TYPED_AGAIN_ABOVE;
  const shown = unit === 'RLUSD' ? rlusd(Number(amount), 'six') : count(Number(amount));
  const same = again ? String(typed).trim() === again.text : !amountAgain || isSame(typed, amount);
  const confirm = () => {
    if (same) return void once(onConfirm);
    setAsked(true);
    field.current?.focus();
  };
  return (
    <Modal title={title} onClose={onClose} narrow>
      <div className="stack">
        <div>{children}</div>
        {again ? (
          <TextInput
            label={again.label}
            ref={field}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={asked && !same ? again.wrong : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : (
          amountAgain && (
            <NumberField
              ref={field}
              label={`Type the amount again: ${shown}`}
              value={typed}
              hideControls
              suffix={` ${unit}`}
              error={asked && !same ? `The amount is ${shown} ${unit}` : undefined}
              onChange={setTyped}
            />
          )
        )}
        <div className="row end">
          <Button onClick={onClose} data-autofocus>
            {safe}
          </Button>
          <Button look="filled" busy={busy} onClick={confirm}>
            {action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Runs an action only once at a time, because the second click of a double click arrives before the button is busy. */
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
