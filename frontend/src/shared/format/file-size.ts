/** `24 KB`, `1.8 MB` */
export const fileSize = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.max(1, Math.ceil(bytes / 1024)).toLocaleString('en-US')} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
