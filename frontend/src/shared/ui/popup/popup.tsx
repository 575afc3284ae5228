import type { ReactNode } from 'react';
import './popup.css';

interface Props {
  /** What the button shows. */
  label: ReactNode;
  /** Its accessible name, if the label is not enough. */
  name?: string;
  /** The classes of the button. */
  button: string;
  /** Whether its buttons are the items of a menu: arrow keys move among them. */
  menu?: boolean;
  children: ReactNode;
}

const itemsOf = (within: Element) => [...within.querySelectorAll<HTMLElement>('.popup-panel button')];

/** A button that opens a few lines or actions under it. Escape and leaving it close it. */
export function Popup({ label, name, button, menu, children }: Props) {
  const move = (popup: HTMLDetailsElement, key: string): boolean => {
    const items = itemsOf(popup);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[key];
    if (to === undefined) return false;
    popup.open = true;
    items.at(to % items.length)?.focus();
    return true;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only closes; its button opens it
    <details
      className="popup"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
      }}
      onToggle={({ currentTarget }) => {
        if (menu && currentTarget.open && !currentTarget.querySelector('.popup-panel :focus'))
          move(currentTarget, 'Home');
      }}
      onKeyDown={(event) => {
        const { key, currentTarget } = event;
        if (key === 'Escape' && currentTarget.open) {
          currentTarget.open = false;
          currentTarget.querySelector('summary')!.focus();
        } else if (menu && move(currentTarget, key)) event.preventDefault();
      }}
    >
      <summary className={button} aria-label={name} aria-haspopup={menu && 'menu'}>
        {label}
      </summary>
      {/* Focusable by a click, so that a click inside does not leave it. */}
      <div
        ref={(panel) => {
          if (menu && panel) for (const item of itemsOf(panel.parentElement!)) item.setAttribute('role', 'menuitem');
        }}
        className="card popup-panel"
        role={menu ? 'menu' : undefined}
        tabIndex={-1}
      >
        {children}
      </div>
    </details>
  );
}
