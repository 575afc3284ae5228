import { IconFlask } from '@tabler/icons-react';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';

/** The way to the simulated form, where there is one: without the sandbox nothing is at its address. */
export function TestModeLink() {
  const { data: config } = usePlatformConfigQuery();
  if (!config?.sandbox) return null;
  return (
    <ButtonLink to="/kyc-test-mode" size="sm" icon={<IconFlask size={16} aria-hidden />}>
      Test Mode
    </ButtonLink>
  );
}
