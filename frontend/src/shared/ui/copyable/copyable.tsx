import { IconCheck, IconCopy, IconExternalLink, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortHash, shortWallet } from '../../format/format';
import './copyable.css';

const SHOWN_MS = { copied: 1_200, refused: 6_000 };
const SAID = {
  copied: 'Copied to Clipboard',
  refused: 'Your browser doesn’t allow copying. Select the text and copy it yourself.',
};

/** Copies the whole value; shows a check mark or a cross for a moment, and announces the result to screen readers. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [ended, setEnded] = useState<keyof typeof SAID | null>(null);
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => setEnded(null), SHOWN_MS[ended]);
    return () => clearTimeout(timer);
  }, [ended]);
  const Icon = ended === 'copied' ? IconCheck : ended === 'refused' ? IconX : IconCopy;
  return (
    <>
      <button
        type="button"
        className="copy"
        aria-label={`Copy ${what} ${value}`}
        title={ended === 'refused' ? SAID.refused : undefined}
        onClick={(event) => {
          event.stopPropagation();
          void copyText(value).then((isCopied) => setEnded(isCopied ? 'copied' : 'refused'));
        }}
      >
        <Icon aria-hidden />
      </button>
      <span role="status" className="sr-only">
        {ended ? SAID[ended] : ''}
      </span>
    </>
  );
}

interface Props {
  value: string | null;
  short(value: string): string;
  what: string;
  explorer?: string | null;
}

/** A value shown shortened, but complete in the tooltip and in the clipboard; a dash if there is none. */
function Copyable({ value, short, what, explorer }: Props) {
  if (!value) return <span aria-label="none">—</span>;
  return (
    <span className="copyable">
      <span className="mono" title={value}>
        {short(value)}
      </span>
      <CopyButton value={value} what={what} />
      {explorer && (
        <a
          className="copy"
          href={`${explorer}/transactions/${value}`}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${what} on the explorer`}
          onClick={(event) => event.stopPropagation()}
        >
          <IconExternalLink aria-hidden />
        </a>
      )}
    </span>
  );
}

export const WalletText = ({ wallet }: { wallet: string | null }) => (
  <Copyable value={wallet} short={shortWallet} what="wallet" />
);

export const HashText = ({
  hash,
  explorer,
  what = 'transaction hash',
}: Pick<Props, 'explorer'> & { hash: string | null; what?: string }) => (
  <Copyable value={hash} short={shortHash} what={what} explorer={explorer} />
);

/** Copies a text. @returns false if the browser refuses, as on a page without https */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
