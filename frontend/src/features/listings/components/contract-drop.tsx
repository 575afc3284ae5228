import { IconFileText, IconUpload } from '@tabler/icons-react';
import { LISTING } from '@tknest/contracts/rules';
import { useState, type DragEvent } from 'react';
import { Button } from '../../../shared/ui/button/button';

const problemOf = ({ name, size }: File): string | undefined =>
  !LISTING.contract.extensions.some((extension) => name.toLowerCase().endsWith(extension)) ? 'The contract must be a .pdf, .doc or .docx file' : size > LISTING.contract.maxBytes ? 'The file is larger than 10MB' : undefined;

/** The rental contract (D1 §2, §5): dropped or chosen; what is wrong with it is said before anything is sent. */
export function ContractDrop({ file, onChange }: { file: File | null; onChange(file: File | null): void }) {
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const take = (chosen: File | undefined) => {
    if (!chosen) return;
    const wrong = problemOf(chosen);
    setProblem(wrong);
    if (!wrong) onChange(chosen);
  };
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  if (file) {
    return (
      <div className="drop">
        <IconFileText size={24} stroke={1.7} aria-hidden />
        <div><strong>{file.name}</strong><p className="small dim">{Math.ceil(file.size / 1024).toLocaleString('en-US')} kB, sent with the listing</p></div>
        <Button size="sm" onClick={() => onChange(null)}>Remove</Button>
      </div>
    );
  }
  return (
    <div>
      <label className="drop" data-over={over} data-wrong={Boolean(problem)} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={dropped}>
        <IconUpload size={24} stroke={1.7} aria-hidden />
        <div><strong>Drop the contract here or choose a file</strong><p className="small dim">.pdf, .doc or .docx, up to 10MB</p></div>
        <input type="file" className="sr-only" accept={LISTING.contract.extensions.join(',')} aria-label="Rental contract" aria-invalid={Boolean(problem)} aria-describedby="contract-problem" onChange={(event) => take(event.target.files?.[0])} />
      </label>
      <p id="contract-problem" className="small drop-problem" aria-live="polite">{problem}</p>
    </div>
  );
}
