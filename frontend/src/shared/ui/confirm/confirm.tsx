import { InvalidAmount, MICRO, parseRlusd } from '@tknest/contracts/money';
import { useRef, useState, type ReactNode } from 'react';
import { count, rlusd } from '../../format/format';
import { Button } from '../button/button';
import { NumberField, TextInput } from '../inputs/inputs';
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
  /** What is typed again, whatever the amount: the address of the wallet that it is about. */
  again?: { label: string; text: string; wrong: string };
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

/**
 * Before what cannot be undone. The safe choice has the focus; an amount above 1,000 is typed again. What was refused
 * stands in `children`.
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
