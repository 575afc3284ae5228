import type { SignRequestView } from '@tknest/contracts/api';
import { usePhone } from '../../use-phone';
import { SignRequest } from '../../ui/sign-request/sign-request';

/** The leg to be signed, next to the list of legs. */
export function SignHere({ request }: { request: SignRequestView }) {
  const phone = usePhone();
  return (
    <SignRequest request={request} what="scan it with your wallet app" compact>
      {!phone && <p className="small dim">Scan with your wallet app</p>}
    </SignRequest>
  );
}
