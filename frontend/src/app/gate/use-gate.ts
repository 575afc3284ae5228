import { DEMO_ACCESS } from '../../shared/storage/keys';
import { useStored } from '../../shared/storage/stored-key';

/** Whether this browser session has passed the demo gate. It guards screens, not the API. */
export const useGate = (): { open: boolean; pass(): void } => ({
  open: useStored(DEMO_ACCESS) === 'open',
  pass: () => DEMO_ACCESS.write('open'),
});
