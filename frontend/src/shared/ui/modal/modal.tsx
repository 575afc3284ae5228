import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer as MantineDrawer, Modal as MantineModal } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from '../../use-phone';
import { LiveRegion } from '../live/live';
import { themed } from '../mantine/themed';
import { useDialog } from './dialog-stack';
import { useFocusReturn } from './use-focus-return';
import './modal.css';

const ThemedModal = themed(MantineModal);
const ThemedDrawer = themed(MantineDrawer);

interface Props {
  title: ReactNode;
  onClose(): void;
  children: ReactNode;
  foot?: ReactNode;
}

/** A modal dialog; full screen on phones. Focus stays inside, Escape closes it. */
export function Modal({
  title,
  onClose,
  children,
  foot,
  narrow = false,
  wide = false,
}: Props & { narrow?: boolean; wide?: boolean }) {
  useFocusReturn();
  const { outlet, ...closing } = useDialog();
  return (
    <ThemedModal
      opened
      onClose={onClose}
      {...closing}
      title={title}
      size={narrow ? 480 : wide ? 920 : 640}
      fullScreen={usePhone()}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      {children}
      {foot && <div className="drawer-foot">{foot}</div>}
      <LiveRegion />
      <div ref={outlet} />
    </ThemedModal>
  );
}

/**
 * A drawer that shows one item without leaving the list. Its address is the page's, so Back closes it. Actions are in
 * the footer.
 */
export function Drawer({ title, onClose, children, foot }: Props) {
  useFocusReturn();
  const { outlet, ...closing } = useDialog();
  return (
    <ThemedDrawer
      opened
      onClose={onClose}
      {...closing}
      title={title}
      size={usePhone() ? '100%' : 460}
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <div className="drawer-main">{children}</div>
      {foot && <div className="drawer-foot">{foot}</div>}
      <LiveRegion />
      <div ref={outlet} />
    </ThemedDrawer>
  );
}

/** A sheet from the bottom, for phones. */
export function Sheet({ title, onClose, children }: Props) {
  useFocusReturn();
  const { outlet, ...closing } = useDialog();
  return (
    <ThemedDrawer
      opened
      onClose={onClose}
      {...closing}
      title={title}
      position="bottom"
      size="auto"
      className="sheet"
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <div className="drawer-main">{children}</div>
      <LiveRegion />
      <div ref={outlet} />
    </ThemedDrawer>
  );
}
