import { useEffect, useRef, useState } from 'react';
import { focusKept } from '../../focus/keep-focus';

/**
 * Returns the focus to the opener when the dialog is gone. A dialog here is mounted open, so Mantine's own mechanism
 * does not see it open. If the opener is gone, the element that contained it gets the focus.
 *
 * The focus moves once React has finished, because listeners may update React state, which it refuses in between. In
 * strict mode an effect is ended and started again immediately; then the dialog is not gone.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => focusKept());
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
      queueMicrotask(() => {
        if (!open.current) opener.giveBack();
      });
    };
  }, [opener]);
}
