import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { usePhone } from '../../use-phone';
import './modal.css';

interface Props {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  foot?: ReactNode;
}

/**
 * Whoever opened it has the focus again when it is gone. A dialog here is mounted open, so Mantine's own way back does
 * not see it open.
 */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(
    () => () => {
      if (opener?.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}

/** A step that blocks; full screen on phones. The focus stays inside, Escape closes it. */
export function Modal({ title, onClose, children, foot, narrow = false }: Props & { narrow?: boolean }) {
  useFocusReturn();
  return (
    <MantineModal
      opened
      onClose={onClose}
      title={title}
      size={narrow ? 480 : 640}
      fullScreen={usePhone()}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      {children}
      {foot && <div className="drawer-foot">{foot}</div>}
    </MantineModal>
  );
}

/**
 * A look into one thing without leaving the list; its address is the page's, so Back closes it. What is decided stands
 * in the foot.
 */
export function Drawer({ title, onClose, children, foot }: Props) {
  useFocusReturn();
  return (
    <MantineDrawer
      opened
      onClose={onClose}
      title={title}
      size={usePhone() ? '100%' : 460}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <div className="drawer-main">{children}</div>
      {foot && <div className="drawer-foot">{foot}</div>}
    </MantineDrawer>
  );
}

/** A sheet from the bottom, for phones. */
export function Sheet({ title, onClose, children }: Props) {
  useFocusReturn();
  return (
    <MantineDrawer
      opened
      onClose={onClose}
      title={title}
      position="bottom"
      size="auto"
      className="sheet"
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <div className="drawer-main">{children}</div>
    </MantineDrawer>
  );
}
