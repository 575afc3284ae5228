import { useEffect, useId, useRef, type ReactNode } from 'react';
import './modal.css';

interface Props {
  title: string;
  onClose(): void;
  children: ReactNode;
  foot?: ReactNode;
  narrow?: boolean;
}

function Frame({ title, onClose, children, foot, className }: Props & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    // A native dialog keeps the focus inside, closes with Escape, and gives the focus back.
    if (element && !element.open) element.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} className={`modal ${className}`} aria-labelledby={id} onCancel={(event) => { event.preventDefault(); onClose(); }} onMouseDown={(event) => { if (event.target === dialog.current) onClose(); }}>
      <div className="modal-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="modal-close" aria-label="Close" onClick={onClose}>×</button>
      </div>
      <div className="modal-body">{children}</div>
      {foot && <div className="drawer-foot">{foot}</div>}
    </dialog>
  );
}

/** A step that blocks; full screen on phones. */
export function Modal({ narrow, ...props }: Props) {
  return <Frame {...props} className={narrow ? 'modal-narrow' : ''} />;
}

/** A look into one thing without leaving the list; its address is the page's, so Back closes it. */
export function Drawer(props: Props) {
  return <Frame {...props} className="drawer" />;
}
