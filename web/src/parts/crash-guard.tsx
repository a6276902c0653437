/** The last net: when the page itself fails, it says so instead of going blank. */
import { Component, type ComponentChildren } from 'preact';
import { words } from '../words/words.ts';
import { Notice } from './notice.tsx';

interface CrashGuardProps {
  /** A new value gives the page another chance. */
  readonly place: string;
  readonly children: ComponentChildren;
}

export class CrashGuard extends Component<CrashGuardProps, { crashedAt: string | undefined }> {
  override state = { crashedAt: undefined };

  override componentDidCatch(): void {
    this.setState({ crashedAt: this.props.place });
  }

  override render() {
    if (this.state.crashedAt !== this.props.place) return this.props.children;
    const w = words();
    return (
      <>
        <h1>{w.failure.title}</h1>
        <Notice tone="bad" role="alert">
          <p>{w.failure.crashed}</p>
          <p>{w.failure.crashedRemedy}</p>
          <button type="button" onClick={() => location.reload()}>
            {w.failure.reload}
          </button>
        </Notice>
      </>
    );
  }
}
