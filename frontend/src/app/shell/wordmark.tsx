import { Link } from 'react-router';

export function Wordmark() {
  return (
    <Link to="/" className="wordmark">
      <img src="/wordmark.svg" alt="" width={24} height={24} />
      Tknest
    </Link>
  );
}
