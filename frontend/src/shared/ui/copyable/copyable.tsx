import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortHash, shortWallet } from '../../format/format';
import './copyable.css';

const SHOWN_MS = 1_200;

/** Copies the whole value; a check mark for a moment, and a word for those who listen. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <>
      <button
        type="button"
        className="copy"
        aria-label={`Copy ${what} ${value}`}
        onClick={(event) => {
          event.stopPropagation();
          void navigator.clipboard?.writeText(value).then(
            () => setCopied(true),
            () => undefined,
          );
        }}
      >
        {copied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Copied to Clipboard' : ''}
      </span>
    </>
  );
}

/** A value cut short for the eye, whole in the tooltip and in the clipboard. */
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
