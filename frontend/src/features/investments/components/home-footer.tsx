import { Link } from 'react-router';
import style from './home-footer.module.css';

/** The static links at the foot of the dashboard (D1 §2): only the link to the terms has a target yet. */
export function HomeFooter() {
  return (
    <footer className={`small ${style.foot}`}>
      <span className="dim">A neutral technology and document platform. © 2024</span>
      <nav className={style.links} aria-label="Footer">
        <span className="dim">How it works</span>
        <span className="dim">Fees</span>
        <span className="dim">Help</span>
        <span className="dim">Contact</span>
        <Link to="/terms">Terms</Link>
      </nav>
    </footer>
  );
}
