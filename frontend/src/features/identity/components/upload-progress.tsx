import { Progress } from '../../../shared/ui/progress/progress';

/** The progress of the documents' upload; after that, they are being checked. */
export function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div>
      <p className="small dim between">
        <span>{percent < 100 ? 'Sending your documents, encrypted' : 'Checking your application'}</span>
        <span>{percent}%</span>
      </p>
      <Progress label="Upload" value={percent} tone="pri" />
    </div>
  );
}
