import { useNavigate } from 'react-router';
import { useTitle } from '../../../shared/use-title';
import { Button, ButtonLink } from '../../../shared/ui/button/button';
import { Scene } from '../../../shared/ui/scene/scene';
import { House } from '../../../shared/ui/wordmark/wordmark';
import './not-found-page.css';

/** 404, for any unknown address (D1 §2): a street where no window is lit. */
export default function NotFoundPage() {
  useTitle('404: Nobody lives here');
  const navigate = useNavigate();
  return (
    <Scene unlit>
      <div className="not-found">
        <House size={32} />
        <h1>Nobody lives here</h1>
        <p className="dim">404: there is no page at this address. It may have moved, or the link has a typing error.</p>
        <div className="row"><ButtonLink to="/" look="filled">Go to the home page</ButtonLink><Button onClick={() => void navigate(-1)}>Back</Button></div>
      </div>
    </Scene>
  );
}
