import { IconAlertTriangle, IconCircleCheck, IconClock, IconReceiptDollar, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useDispatch, useSelector } from 'react-redux';
import { Link, useSearchParams } from 'react-router';
import { useSaid } from '../live/live';
import { useNoticeOutlet } from '../modal/dialog-stack';
import { closeToast, type Toast } from './toast.slice';
import './toast.css';

/** REQ-1.9.17: one at a time, 5000 ms. Errors stay until they are closed; hovering or focusing it pauses the timer. */
export const TOAST_MS = 5_000;
const ICONS = { ok: IconCircleCheck, bad: IconAlertTriangle, wait: IconClock, run: IconReceiptDollar };

export function Toasts() {
  const toast = useSelector((state: { toast: { current: Toast | null } }) => state.toast.current);
  const dispatch = useDispatch();
  const [held, setHeld] = useState(false);
  const outlet = useNoticeOutlet();
  useEffect(() => setHeld(false), [toast?.id]);
  useEffect(() => {
    if (!toast || toast.tone === 'bad' || held) return;
    const timer = setTimeout(() => dispatch(closeToast(toast.id)), toast.ms ?? TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, held, dispatch]);
  useSaid(toast && toast.tone !== 'bad' && `${toast.title}. ${toast.text ?? ''}`);
  if (!toast) return null;
  const Icon = ICONS[toast.tone];
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  const notice = (
    <div
      key={toast.id}
      className={`toast toast-${toast.tone}`}
      role={toast.tone === 'bad' ? 'alert' : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon aria-hidden />
      <div>
        <strong>{toast.title}</strong>
        {toast.text && <p>{toast.text}</p>}
        {toast.payment && <ToPayment id={toast.payment} onGo={() => dispatch(closeToast(toast.id))} />}
      </div>
      <button type="button" aria-label="Close" onClick={() => dispatch(closeToast(toast.id))}>
        <IconX aria-hidden />
      </button>
    </div>
  );
  return outlet ? createPortal(notice, outlet) : notice;
}

/** A link to the payment concerned, opened over the current page. */
function ToPayment({ id, onGo }: { id: string; onGo(): void }) {
  const [params] = useSearchParams();
  const search = new URLSearchParams(params);
  search.set('payment', id);
  return (
    <Link to={{ search: search.toString() }} onClick={onGo}>
      Show that payment
    </Link>
  );
}
