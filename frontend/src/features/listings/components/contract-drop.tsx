import { LISTING } from '@tknest/contracts/rules';
import { Drop, TakenFile } from '../../../shared/ui/drop/drop';

const problemOf = ({ name, size }: File): string | undefined =>
  !LISTING.contract.extensions.some((extension) => name.toLowerCase().endsWith(extension))
    ? 'The contract must be a .pdf, .doc or .docx file'
    : size > LISTING.contract.maxBytes
      ? 'The file is larger than 10MB'
      : undefined;

/**
 * Accepts the rental contract (REQ-1.2.23) by drag and drop or by choosing a file; checks it before anything is sent.
 */
export function ContractDrop({
  file,
  note,
  onChange,
}: {
  file: File | null;
  /** Explains what happens to the chosen file. */
  note?: string;
  onChange(file: File | null): void;
}) {
  if (file) return <TakenFile file={file} note={note} onRemove={() => onChange(null)} />;
  return (
    <Drop
      label="Rental contract"
      title="Drop the contract here or choose a file"
      hint=".pdf, .doc or .docx, up to 10MB"
      extensions={LISTING.contract.extensions}
      check={problemOf}
      onFiles={([chosen]) => chosen && onChange(chosen)}
    />
  );
}
