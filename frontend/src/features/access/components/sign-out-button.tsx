import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { api } from '../../../shared/api/base-api';
import { Button } from '../../../shared/ui/button/button';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useLogoutMutation } from '../api';
import { leaving } from '../leaving';

/** Ends the session; nothing of it stays in the cache. */
export function useSignOut() {
  const [logout, { isLoading }] = useLogoutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const leave = async () => {
    leaving.now = true;
    await logout();
    await navigate('/auth');
    dispatch(api.util.resetApiState());
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
