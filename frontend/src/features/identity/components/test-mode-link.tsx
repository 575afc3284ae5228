import { IconFlask } from '@tabler/icons-react';
import { usePlatformConfigQuery } from '../../../shared/session/api';
import { ButtonLink } from '../../../shared/ui/button/button';

/** A link to the simulated form, only in the sandbox, because the page does not exist elsewhere. */
export function TestModeLink() {
  const { data: config } = usePlatformConfigQuery();
  if (!config?.sandbox) return null;
  return (
    <ButtonLink to="/kyc-test-mode" size="sm" icon={<IconFlask size={16} aria-hidden />}>
      Test Mode
    </ButtonLink>
  );
}
