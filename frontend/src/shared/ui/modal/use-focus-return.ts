import { useEffect, useRef, useState } from 'react';
import { focusKept } from '../../focus/keep-focus';

/**
 * Whoever opened it has the focus again when it is gone. A dialog here is mounted open, so Mantine's own way back does
 * not see it open. Where the opener is gone, the place it stood in has it.
 *
 * The focus moves once React has ended its work: what listens for it may ask React for more, which it refuses in
 * between. In strict mode an effect is ended and begun anew at once; then it is not gone.
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
