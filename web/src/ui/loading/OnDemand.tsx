import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { CodeNotFetched, fetchCode } from '../../lib/browser/code.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { reportOutcome } from '../toasts/toasts.ts';
import { onDemandTexts } from './on-demand-texts.ts';

interface BoundaryState {
  error?: unknown;
}

/** A boundary that lets through every error but that of code that could not be fetched. */
class Boundary extends Component<
  { onNotFetched: (error: CodeNotFetched) => void; children: ReactNode },
  BoundaryState
> {
  override state: BoundaryState = {};
  static getDerivedStateFromError = (error: unknown): BoundaryState => ({ error });
  override componentDidCatch(error: unknown) {
    if (error instanceof CodeNotFetched) this.props.onNotFetched(error);
  }
  override render() {
    if (!('error' in this.state)) return this.props.children;
    if (this.state.error instanceof CodeNotFetched) return null;
    throw this.state.error;
  }
}

/**
 * A part whose code is fetched when it first shows. Where that fails, offline for one, a toast says so and `onFailed`,
 * or its own `onClose`, puts away what was opened; the next time it is fetched again, and meanwhile the page around it
 * stands. Of a version that is gone it says so, and leaves it to the person when to load the page anew.
 */
export function onDemand<P extends object>(load: () => Promise<ComponentType<P>>) {
  let failure: ReturnType<typeof reportOutcome> | undefined;
  const fetched = () =>
    lazy(async () => {
      const part = await fetchCode(load);
      failure?.succeeded();
      return { default: part };
    });
  // What React once failed to fetch it never fetches again.
  let Part = fetched();
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, outside of components
  return function OnDemand({
    onFailed,
    fallback = null,
    ...props
  }: P & { onFailed?: () => void; fallback?: ReactNode }) {
    const w = useTexts(words);
    const t = useTexts(onDemandTexts);
    const Shown: ComponentType<P> = Part;
    return (
      <Boundary
        onNotFetched={({ gone }) => {
          Part = fetched();
          failure = reportOutcome(w.notFetched);
          if (gone)
            failure.failed(t.gone, { action: { label: t.reload, run: () => window.location.reload() } });
          else failure.failed(w.networkError);
          (onFailed ?? (props as { onClose?: () => void }).onClose)?.();
        }}
      >
        <Suspense fallback={fallback}>
          <Shown {...(props as unknown as P)} />
        </Suspense>
      </Boundary>
    );
  };
}
