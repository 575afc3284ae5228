import { useEffect, useState } from 'react';
import { focusKept } from '../../focus/keep-focus';

/**
 * Whoever opened it has the focus again when it is gone. A dialog here is mounted open, so Mantine's own way back does
 * not see it open. Where the opener is gone, the place it stood in has it.
 */
export function useFocusReturn(): void {
  const [opener] = useState(() => focusKept());
  useEffect(() => () => opener.giveBack(), [opener]);
}
