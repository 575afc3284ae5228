import { IconDownload } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { fetchFile, refusalOf, useSigningAgain } from '../../api/fetch-file';
import { messageOf, type ApiError } from '../../api/problem';
import { useAppDispatch } from '../../store/store';
import { Button } from '../button/button';
import { showToast } from '../toast/toast.slice';

interface Props {
  href: string;
  /** The file's name, if the server names none. */
  name: string;
  /** For files of any size: the browser writes it to disk while it arrives, and it is never in the page's memory. */
  large?: boolean;
  look?: 'filled' | 'subtle';
  children: ReactNode;
  /** The notice's title if it failed. */
  failed?: string;
  /** Called after the download has started. */
  onDone?(): void;
}

/**
 * Downloads a file. With a plain link, a refusal (too many exports, an ended session) would be saved as the file or
 * replace the page, so a HEAD request first checks whether the download is allowed.
 */
export function DownloadButton({
  href,
  name,
  large = false,
  look,
  children,
  failed = 'The export was refused',
  onDone,
}: Props) {
  const [busy, setBusy] = useState(false);
  const dispatch = useAppDispatch();
  const signingAgain = useSigningAgain();
  const get = large ? askThenLink : fetchWhole;
  const fetchIt = async () => {
    setBusy(true);
    const { refusal } = await signingAgain(() => get(href, name));
    if (refusal) dispatch(showToast({ title: failed, text: messageOf(refusal, 'Please try again.'), tone: 'bad' }));
    else onDone?.();
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      look={look}
      busy={busy}
      icon={<IconDownload size={16} aria-hidden />}
      onClick={() => void fetchIt()}
    >
      {children}
    </Button>
  );
}

interface HandedOver {
  refusal?: ApiError | undefined;
}

async function fetchWhole(href: string, name: string): Promise<HandedOver> {
  const fetched = await fetchFile(href);
  if (fetched.blob) saveFile(fetched.blob, fetched.name ?? name);
  return fetched;
}

/** The answer to HEAD has no body, so a refusal's message is fetched. */
async function askThenLink(href: string, name: string): Promise<HandedOver> {
  const may = await fetch(href, { method: 'HEAD', credentials: 'include' }).catch(() => null);
  if (!may?.ok) {
    const answer = may && (await fetch(href, { credentials: 'include' }).catch(() => null));
    if (!answer?.ok) return { refusal: await refusalOf(answer) };
    await answer.body?.cancel();
  }
  saveLink(href, name);
  return {};
}

const KEPT_MS = 60_000;

/** Saves a file like a download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Downloads from a URL of this platform. */
export const saveLink = (href: string, name: string): void =>
  Object.assign(document.createElement('a'), { href, download: name }).click();
