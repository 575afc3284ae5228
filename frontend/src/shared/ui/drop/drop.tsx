import { IconFileText, IconTrash, IconUpload } from '@tabler/icons-react';
import { useId, useState, type DragEvent } from 'react';
import './drop.css';

interface Props {
  /** What a screen reader calls the field. */
  label: string;
  name?: string;
  title: string;
  hint: string;
  extensions: readonly string[];
  multiple?: boolean;
  /** What was wrong with the file that was chosen last. */
  problem: string | undefined;
  onFiles(files: File[]): void;
}

/** A place to drop a file on, or to choose one; what is wrong with it stands below. */
export function Drop({ label, name, title, hint, extensions, multiple, problem, onFiles }: Props) {
  const [over, setOver] = useState(false);
  const id = useId();
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    onFiles(multiple ? files : files.slice(0, 1));
  };
  return (
    <div>
      <label
        className="drop"
        data-over={over}
        data-wrong={Boolean(problem)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <IconUpload size={24} stroke={1.7} aria-hidden />
        <div>
          <strong>{title}</strong>
          <p className="small dim">{hint}</p>
        </div>
        <input
          type="file"
          className="sr-only"
          name={name}
          multiple={multiple}
          accept={extensions.join(',')}
          aria-label={label}
          aria-invalid={Boolean(problem)}
          aria-describedby={id}
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
        />
      </label>
      <p id={id} className="small drop-problem" aria-live="polite">
        {problem}
      </p>
    </div>
  );
}

/** `24 kB`, `1.8 MB` */
const size = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.ceil(bytes / 1024)).toLocaleString('en-US')} kB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** A file that was taken, with the way to take it back. */
export function TakenFile({ file, note, onRemove }: { file: File; note?: string; onRemove(): void }) {
  return (
    <div className="drop">
      <IconFileText size={24} stroke={1.7} aria-hidden />
      <div>
        <strong>{file.name}</strong>
        <p className="small dim">
          {size(file.size)}
          {note && `, ${note}`}
        </p>
      </div>
      <button type="button" className="drop-remove" aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <IconTrash size={18} stroke={1.7} aria-hidden />
      </button>
    </div>
  );
}
