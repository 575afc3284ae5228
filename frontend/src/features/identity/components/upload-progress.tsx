import { Progress } from '../../../shared/ui/progress/progress';

/** How much of the documents is on the other side; then they are looked at. */
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
