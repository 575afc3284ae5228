import { Modal } from '@mantine/core';
import { themed } from '../../shared/ui/mantine/themed';
import '../../shared/ui/modal/modal';
import { IconSearch, IconX } from '@tabler/icons-react';
import { Fragment, useId, useState, type KeyboardEvent } from 'react';
import { Keys } from '../shortcuts/keys';
import { useDialog } from '../../shared/ui/modal/dialog-stack';
import { useFocusReturn } from '../../shared/ui/modal/use-focus-return';
import { usePhone } from '../../shared/use-phone';
import { usePaletteItems, type PaletteItem } from './use-palette-items';
import style from './palette.module.css';

interface Props {
  /** Kept by the shell, which takes what is typed before the field has the focus. */
  query: string;
  onQuery(query: string): void;
  onClose(): void;
}

/** Search and jump (interface §6): a combobox whose list is always open. The arrows move, Enter goes, Escape closes. */
function Palette({ query, onQuery, onClose }: Props) {
  const [at, setAt] = useState(0);
  const items = usePaletteItems(query);
  const list = useId();
  useFocusReturn();
  const { outlet, ...closing } = useDialog();
  const active = items[Math.min(at, items.length - 1)];
  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    onClose();
    item.run();
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(active);
    else if (event.key === 'Home' || event.key === 'End') setAt(event.key === 'Home' ? 0 : items.length - 1);
    else if (step && items.length > 0) setAt((Math.min(at, items.length - 1) + step + items.length) % items.length);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      className={style.palette}
      onClose={onClose}
      {...closing}
      returnFocus={false}
      withCloseButton={false}
      centered={false}
      size={560}
      fullScreen={usePhone()}
      yOffset="12dvh"
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Search or jump to' } }}
    >
      <div className={style.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={active && `${list}-${active.id}`}
          aria-label="Search or jump to"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or jump to..."
          value={query}
          onChange={(event) => {
            onQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={pressed}
        />
        <button type="button" className={style.close} aria-label="Close" onClick={onClose}>
          <Keys keys={['esc']} />
          <IconX size={20} aria-hidden />
        </button>
      </div>
      <div className={style.list} role="listbox" id={list} aria-label="Results">
        {items.map((item, index) => (
          <Fragment key={item.id}>
            {items[index - 1]?.group !== item.group && (
              <div className={style.group} role="presentation">
                {item.group}
              </div>
            )}
            {/* Keys go to the field above, which names the active one. */}
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus */}
            <div
              role="option"
              id={`${list}-${item.id}`}
              className={style.item}
              aria-selected={item === active}
              ref={(element) => {
                if (item === active) element?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerMove={() => {
                if (item !== active) setAt(index);
              }}
              onClick={() => run(item)}
            >
              <item.Icon size={18} aria-hidden />
              <span>{item.label}</span>
              {item.hint && <span className="small dim">{item.hint}</span>}
              {item.keys && <Keys keys={item.keys} />}
            </div>
          </Fragment>
        ))}
      </div>
      <div role="status" className="sr-only">
        {query && `${items.length} results`}
      </div>
      <div ref={outlet} />
    </Modal>
  );
}

export default themed(Palette);
