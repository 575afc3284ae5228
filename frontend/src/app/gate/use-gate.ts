import { DEMO_ACCESS } from '../../shared/storage/keys';
import { useStored } from '../../shared/storage/stored-key';

/** Whether the access code was entered in this browser session. It protects screens, not the API. */
export const useGate = (): { open: boolean; pass(): void } => ({
  open: useStored(DEMO_ACCESS) === 'open',
  pass: () => DEMO_ACCESS.write('open'),
});
