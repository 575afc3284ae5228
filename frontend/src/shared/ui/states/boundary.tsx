import { Component, type ReactNode } from 'react';

interface Props {
  /** What stands in place of children that failed. */
  failed(error: unknown): ReactNode;
  onFailed?(): void;
  /** Where it changes, the children are rendered again. */
  at?: unknown;
  children: ReactNode;
}

/** What fails to load or to render in it leaves the rest of the page as it is. */
export class Boundary extends Component<Props, { at: unknown; error?: { cause: unknown } | undefined }> {
  override state = { at: this.props.at, error: undefined as { cause: unknown } | undefined };
  static getDerivedStateFromError = (cause: unknown) => ({ error: { cause } });
  static getDerivedStateFromProps = ({ at }: Props, state: { at: unknown }) =>
    at === state.at ? null : { at, error: undefined };
  override componentDidCatch(): void {
    this.props.onFailed?.();
  }
  override render(): ReactNode {
    return this.state.error ? this.props.failed(this.state.error.cause) : this.props.children;
  }
}
