import { LISTING } from '@tknest/contracts/rules';
import { useState } from 'react';
import { Drop, TakenFile } from '../../../shared/ui/drop/drop';

const problemOf = ({ name, size }: File): string | undefined =>
  !LISTING.contract.extensions.some((extension) => name.toLowerCase().endsWith(extension))
    ? 'The contract must be a .pdf, .doc or .docx file'
    : size > LISTING.contract.maxBytes
      ? 'The file is larger than 10MB'
      : undefined;

/** The rental contract (D1 §2, §5): dropped or chosen; what is wrong with it is said before anything is sent. */
export function ContractDrop({ file, onChange }: { file: File | null; onChange(file: File | null): void }) {
  const [problem, setProblem] = useState<string>();
  if (file) return <TakenFile file={file} note="sent with the listing" onRemove={() => onChange(null)} />;
  const take = ([chosen]: File[]) => {
    if (!chosen) return;
    const wrong = problemOf(chosen);
    setProblem(wrong);
    if (!wrong) onChange(chosen);
  };
  return (
    <Drop
      label="Rental contract"
      title="Drop the contract here or choose a file"
      hint=".pdf, .doc or .docx, up to 10MB"
      extensions={LISTING.contract.extensions}
      problem={problem}
      onFiles={take}
    />
  );
}
