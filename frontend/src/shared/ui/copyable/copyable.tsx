import { IconCheck, IconCopy, IconExternalLink, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortHash, shortWallet } from '../../format/format';
import { copyText } from './copy-text';
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

/** A value shown shortened, but complete in the tooltip and in the clipboard. */
function Copyable({
  value,
  shown,
  what,
  explorer,
}: {
  value: string;
  shown: string;
  what: string;
  explorer?: string | null;
}) {
  return (
    <span className="copyable">
      <span className="mono" title={value}>
        {shown}
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

export function WalletText({ wallet }: { wallet: string | null }) {
  return wallet ? (
    <Copyable value={wallet} shown={shortWallet(wallet)} what="wallet" />
  ) : (
    <span aria-label="none">—</span>
  );
}

export function HashText({
  hash,
  explorer,
  what = 'transaction hash',
}: {
  hash: string | null;
  explorer?: string | null;
  what?: string;
}) {
  return hash ? (
    <Copyable value={hash} shown={shortHash(hash)} what={what} explorer={explorer} />
  ) : (
    <span aria-label="none">—</span>
  );
}
