import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { saveFile } from '../download/save-file';
import { Button } from '../button/button';
import { Modal } from '../modal/modal';
import { Note } from '../note/note';
import { Skeleton } from '../states/states';
import type { Drawing } from './drawing';
import { drawingOf } from './drawing-of';
import style from './document-viewer.module.css';

/** Widths, in CSS pixels, at which a page can be drawn; the first fits a dialog. */
const WIDTHS = [560, 840, 1_120] as const;

interface Props {
  blob: Blob;
  name: string;
  title: string;
  mediaType: string;
  onClose(): void;
  /** Draws a file's pages. */
  read?: typeof drawingOf;
}

type Read = { state: 'reading' } | { state: 'failed' } | { state: 'ready'; drawing: Drawing };

/** Shows a picture or a PDF file page by page, with rotation, zoom, text and download. */
export default function DocumentViewer({ blob, name, title, mediaType, onClose, read = drawingOf }: Props) {
  const [file, setFile] = useState<Read>({ state: 'reading' });
  const failed = useCallback(() => setFile({ state: 'failed' }), []);
  useEffect(() => {
    let left = false;
    let opened: Drawing | undefined;
    read(blob, mediaType).then(
      (drawing) => {
        opened = drawing;
        if (left) drawing.close();
        else setFile({ state: 'ready', drawing });
      },
      () => !left && failed(),
    );
    return () => {
      left = true;
      opened?.close();
    };
  }, [blob, mediaType, read, failed]);
  return (
    <Modal title={title} onClose={onClose} wide>
      <div className={style.viewer}>
        {file.state === 'reading' && <Skeleton height={420} />}
        {file.state === 'failed' && <Unreadable />}
        {file.state === 'ready' && <Pages drawing={file.drawing} title={title} onFailed={failed} />}
        <Button size="sm" icon={<IconDownload size={16} aria-hidden />} onClick={() => saveFile(blob, name)}>
          Download
        </Button>
      </div>
    </Modal>
  );
}

const Unreadable = () => (
  <Note tone="bad">
    This file can’t be shown. It may be damaged or protected by a password. You can still download it.
  </Note>
);

function Pages({ drawing, title, onFailed }: { drawing: Drawing; title: string; onFailed(): void }) {
  const [page, setPage] = useState(1);
  const [turned, setTurned] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [words, setWords] = useState('');
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = WIDTHS[zoom]!;
  useEffect(() => {
    let left = false;
    const failed = () => !left && onFailed();
    // Leaving a page while it is being drawn is not a failure: the next one canceled it.
    const ratio = Math.min(globalThis.devicePixelRatio || 1, 2);
    drawing.draw(canvas.current!, page, width * ratio, turned).catch(failed);
    setWords('');
    drawing.wordsOf(page).then((found) => !left && setWords(found), failed);
    return () => {
      left = true;
    };
  }, [drawing, page, width, turned, onFailed]);
  const label = drawing.pages > 1 ? `${title}, page ${page} of ${drawing.pages}` : title;
  return (
    <>
      <div className={style.tools} role="group" aria-label="View">
        {drawing.pages > 1 && (
          <>
            <Button
              size="sm"
              aria-label="Previous page"
              disabled={page === 1}
              icon={<IconChevronLeft size={16} aria-hidden />}
              onClick={() => setPage(page - 1)}
            />
            <span className="small" aria-live="polite">
              Page {page} of {drawing.pages}
            </span>
            <Button
              size="sm"
              aria-label="Next page"
              disabled={page === drawing.pages}
              icon={<IconChevronRight size={16} aria-hidden />}
              onClick={() => setPage(page + 1)}
            />
          </>
        )}
        <Button
          size="sm"
          aria-label="Zoom out"
          disabled={zoom === 0}
          icon={<IconZoomOut size={16} aria-hidden />}
          onClick={() => setZoom(zoom - 1)}
        />
        <Button
          size="sm"
          aria-label="Zoom in"
          disabled={zoom === WIDTHS.length - 1}
          icon={<IconZoomIn size={16} aria-hidden />}
          onClick={() => setZoom(zoom + 1)}
        />
        <Button
          size="sm"
          aria-label="Turn right"
          icon={<IconRotateClockwise size={16} aria-hidden />}
          onClick={() => setTurned((turned + 90) % 360)}
        />
      </div>
      <div className={style.paper} role="region" aria-label="Document" tabIndex={0}>
        <canvas ref={canvas} role="img" aria-label={label} style={{ width: zoom === 0 ? '100%' : width }} />
      </div>
      {words && (
        <details className={style.words}>
          <summary>Text of this page</summary>
          <p dir="auto">{words}</p>
        </details>
      )}
    </>
  );
}
