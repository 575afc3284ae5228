import { IconFileText, IconTrash, IconUpload } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useDropzone } from 'react-dropzone';
import { fileSize } from '../../format/file-size';
import style from './drop.module.css';

interface Props {
  /** The field's accessible name. */
  label: string;
  name?: string;
  title: string;
  hint: string;
  extensions: readonly string[];
  multiple?: boolean;
  /** The problem of a file as text; undefined if it is accepted. */
  check(file: File): string | undefined;
  onFiles(files: File[]): void;
}

/** An area for dropping or choosing a file; errors of the last one are shown below. */
export function Drop({ label, name, title, hint, extensions, multiple = false, check, onFiles }: Props) {
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const { getRootProps, getInputProps, isDragAccept } = useDropzone({
    multiple,
    noKeyboard: true,
    validator: (file) => {
      const wrong = file instanceof File && check(file);
      return wrong ? { code: 'refused', message: wrong } : null;
    },
    onDropAccepted: (files) => {
      setProblem(undefined);
      onFiles(files);
    },
    onDropRejected: ([first]) => setProblem(first?.errors[0]?.message),
  });
  return (
    <div>
      <div
        {...getRootProps({ className: style.drop, tabIndex: -1 })}
        data-accept={isDragAccept || undefined}
        data-wrong={Boolean(problem)}
      >
        <div className={style.inner}>
          <IconUpload size={24} stroke={1.7} aria-hidden />
          <div>
            <strong>{title}</strong>
            <p className="small dim">{hint}</p>
          </div>
        </div>
        {/* The element for keyboards and screen readers. */}
        <input
          {...getInputProps({
            name,
            tabIndex: 0,
            accept: extensions.join(','),
            'aria-label': label,
            'aria-invalid': Boolean(problem),
            'aria-describedby': id,
          })}
        />
      </div>
      <p id={id} className={`small ${style.problem}`} aria-live="polite">
        {problem}
      </p>
    </div>
  );
}

/** A preview of a picture before it is sent, created locally. */
function usePreview(file: File): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    setPicture(null);
    if (!/^image\/(png|jpeg)$/.test(file.type)) return;
    const reader = new FileReader();
    reader.onload = () => setPicture(String(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return picture;
}

/** An accepted file, with a preview if it is a picture, and a button to remove it. */
export function TakenFile({ file, note, onRemove }: { file: File; note?: string; onRemove(): void }) {
  const picture = usePreview(file);
  return (
    <div className={`${style.drop} ${style.taken}`}>
      {picture ? (
        <img className={style.picture} src={picture} alt={`Preview of ${file.name}`} />
      ) : (
        <IconFileText size={24} stroke={1.7} aria-hidden />
      )}
      <div>
        <strong>{file.name}</strong>
        <p className="small dim">
          {fileSize(file.size)}
          {note && `, ${note}`}
        </p>
      </div>
      <button type="button" className={style.remove} aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}
