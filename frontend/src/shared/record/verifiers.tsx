/** The programs that check the log without this platform. */
export const Verifiers = () => (
  <>
    <a href="/verify-log.mjs" download>
      Node
    </a>{' '}
    or{' '}
    <a href="/verify_log.py" download>
      Python
    </a>
  </>
);
