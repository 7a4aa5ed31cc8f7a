import { useMemo } from 'react';
import { encode } from 'uqr';

/** A QR code of a text, graphite on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { size, data } = encode(text, { ecc: 'M', border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join('') };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      data-theme="light"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-34 shrink-0 rounded-2 border border-line bg-raised p-1 forced-color-adjust-none"
    >
      <path d={path} className="fill-text" />
    </svg>
  );
}
