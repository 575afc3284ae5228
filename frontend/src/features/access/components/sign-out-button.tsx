import { useNavigate } from 'react-router';
import { useDispatch } from 'react-redux';
import { api } from '../../../shared/api/base-api';
import { Button } from '../../../shared/ui/button/button';
import { showToast } from '../../../shared/ui/toast/toast.slice';
import { useLogoutMutation } from '../api';

export function SignOutButton({ label = 'Sign out' }: { label?: string }) {
  const [logout, { isLoading }] = useLogoutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const leave = async () => {
    await logout();
    dispatch(api.util.resetApiState());
    dispatch(showToast({ title: 'Logged Out', text: 'Successfully disconnected wallet.', tone: 'ok' }));
    navigate('/auth');
  };
  return <Button size="sm" busy={isLoading} onClick={() => void leave()}>{label}</Button>;
}
