import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { closeToast, type Toast } from './toast.slice';
import './toast.css';

/** D1 §9: one at a time, 5000 ms. Errors stay until they are closed; a pointer over it stops the clock. */
const SHOWN_MS = 5_000;
const ICONS = { ok: IconCircleCheck, bad: IconCircleX, wait: IconAlertTriangle, run: IconInfoCircle };

export function Toasts() {
  const toast = useSelector((state: { toast: { current: Toast | null } }) => state.toast.current);
  const dispatch = useDispatch();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (!toast || toast.tone === 'bad' || held) return;
    const timer = setTimeout(() => dispatch(closeToast(toast.id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, held, dispatch]);
  if (!toast) return null;
  const Icon = ICONS[toast.tone];
  return (
    <div key={toast.id} className={`toast toast-${toast.tone}`} role={toast.tone === 'bad' ? 'alert' : 'status'} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Icon aria-hidden />
      <strong>{toast.title}</strong>
      <button type="button" aria-label="Close" onClick={() => dispatch(closeToast(toast.id))}>×</button>
      {toast.text && <p>{toast.text}</p>}
    </div>
  );
}
