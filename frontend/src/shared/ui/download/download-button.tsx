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
  /** Of any size: the browser writes it to disk while it arrives, and the page's memory never holds it. */
  large?: boolean;
  children: ReactNode;
  /** The notice's title where it did not come. */
  failed?: string;
  /** It was handed over. */
  onDone?(): void;
}

/**
 * Fetches a file and hands it over. A link alone would do the same, but a refusal (too many exports, a session that has
 * ended) would be saved as the file, or take the page's place: so it is asked first whether the file may be had.
 */
export function DownloadButton({
  href,
  name,
  large = false,
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
    <Button size="sm" busy={busy} icon={<IconDownload size={16} aria-hidden />} onClick={() => void fetchIt()}>
      {children}
    </Button>
  );
}

interface HandedOver {
  refusal?: ApiError;
}

async function fetchWhole(href: string, name: string): Promise<HandedOver> {
  const fetched = await fetchFile(href);
  if (fetched.refusal) return { refusal: fetched.refusal };
  saveFile(fetched.blob, fetched.name ?? name);
  return {};
}

/** The answer to HEAD has no words: those of a refusal are fetched. */
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

/** Hands a file over, as a download would. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Hands over what an address of this platform answers. */
export const saveLink = (href: string, name: string): void =>
  Object.assign(document.createElement('a'), { href, download: name }).click();
