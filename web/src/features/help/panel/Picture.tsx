import { type ComponentType, useEffect, useRef, useState } from 'react';

/** A topic's drawing, which begins to move when it comes in sight; the words beside it say all that it shows. */
export function Picture({ of: Drawn }: { of: ComponentType }) {
  const frame = useRef<SVGSVGElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const drawing = frame.current;
    if (!drawing) return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setSeen(true);
      },
      { threshold: 0.5 },
    );
    watch.observe(drawing);
    return () => watch.disconnect();
  }, []);
  return (
    <svg
      ref={frame}
      viewBox="0 0 320 120"
      aria-hidden="true"
      data-seen={isSeen || undefined}
      className="help-picture block w-full rounded-3 border border-line bg-sunken"
    >
      <Drawn />
    </svg>
  );
}
