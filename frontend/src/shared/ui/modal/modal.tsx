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

/** A modal dialog; on phones at the bottom, as high as its content. Focus stays inside, Escape closes it. */
export function Modal({ narrow = false, wide = false, ...props }: Props & { narrow?: boolean; wide?: boolean }) {
  const { children, end, ...shell } = useShell(props);
  return (
    <ThemedModal {...shell} size={narrow ? 480 : wide ? 920 : 640}>
      {children}
      {end}
    </ThemedModal>
  );
}

/**
 * A drawer that shows one item without leaving the list. Its address is the page's, so Back closes it. Actions are in
 * the footer.
 */
export function Drawer(props: Props) {
  const { children, end, ...shell } = useShell(props);
  return (
    <ThemedDrawer {...shell} size={usePhone() ? '100%' : 460}>
      <div className="drawer-main">{children}</div>
      {end}
    </ThemedDrawer>
  );
}

/** A sheet from the bottom, for phones. */
export function Sheet(props: Props) {
  const { children, end, ...shell } = useShell(props);
  return (
    <ThemedDrawer {...shell} position="bottom" size="auto" className="sheet">
      <div className="drawer-main">{children}</div>
      {end}
    </ThemedDrawer>
  );
}

/** What all of them do; `end` stands below the children. */
function useShell({ foot, ...props }: Props) {
  useFocusReturn();
  const { outlet, ...closing } = useDialog();
  const end = (
    <>
      {foot && <div className="drawer-foot">{foot}</div>}
      <LiveRegion />
      <div ref={outlet} />
    </>
  );
  return { opened: true, ...props, ...closing, end, transitionProps: { duration: 0 }, returnFocus: false } as const;
}
