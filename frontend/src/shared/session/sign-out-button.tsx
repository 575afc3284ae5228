import { useNavigate } from 'react-router';
import { api } from '../api/base-api';
import { messageOf } from '../api/problem';
import { announceIdentity } from './identity';
import { forgetPersonal } from '../storage/keys';
import { useAppDispatch } from '../store/store';
import { Button } from '../ui/button/button';
import { showToast } from '../ui/toast/toast.slice';
import { useLogoutMutation } from './api';
import { leaving } from './leaving';

/** Ends the session and clears the cache. */
export function useSignOut() {
  const [logout, { isLoading }] = useLogoutMutation();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const leave = async () => {
    leaving.now = true;
    const { error } = await logout();
    if (error) {
      leaving.now = false;
      const why = messageOf(error, 'The server is not responding.');
      const text = `${why} You are still signed in: try again before you leave this device.`;
      return void dispatch(showToast({ title: 'Not signed out', text, tone: 'bad' }));
    }
    announceIdentity('signed-out');
    forgetPersonal();
    await navigate('/auth');
    dispatch(api.util.resetApiState());
    // The page being left may have stored something while unmounting.
    forgetPersonal();
    dispatch(showToast({ title: 'Logged Out', text: 'Successfully disconnected wallet.', tone: 'ok' }));
  };
  return { leave, isLoading };
}

export function SignOutButton({ label = 'Sign out', wide }: { label?: string; wide?: boolean }) {
  const { leave, isLoading } = useSignOut();
  return (
    <Button wide={wide} busy={isLoading} onClick={() => void leave()}>
      {label}
    </Button>
  );
}
