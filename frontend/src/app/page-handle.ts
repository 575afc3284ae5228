/** What the frame has to know about a page. */
export interface PageHandle {
  /** Without the shell. */
  outside?: boolean;
  /** Who is not signed in is sent to /auth. */
  inside?: boolean;
  /** The page over which this one lies as a drawer: going to and fro is no change of page. */
  over?: string;
}
