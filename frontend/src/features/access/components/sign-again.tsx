import { useLocation, useNavigate } from 'react-router';
import { freshSignatureAnswered } from '../../../shared/session/fresh-signature.slice';
import { useAppDispatch } from '../../../shared/store/store';
import { Button } from '../../../shared/ui/button/button';
import { Modal } from '../../../shared/ui/modal/modal';

/** What was asked for needs a fresh signature: one signs in once more, and comes back to where one was. */
export default function SignAgain({ onClose }: { onClose(): void }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const signIn = () => {
    dispatch(freshSignatureAnswered());
    void navigate(`/auth?${new URLSearchParams({ again: 'true', from: pathname + search })}`);
  };
  return (
    <Modal title="Sign in once more" onClose={onClose} narrow>
      <p>
        This asks for a signature of the last ten minutes, so that nobody does it from a browser that you left open.
        Nothing was done yet. You come back to this page.
      </p>
      <div className="row" style={{ justifyContent: 'flex-end', marginTop: 20 }}>
        <Button onClick={onClose}>Leave it</Button>
        <Button look="filled" onClick={signIn} data-autofocus>
          Sign in again
        </Button>
      </div>
    </Modal>
  );
}
