import { Globe } from 'lucide-react';
import type { Platform } from '../platforms.ts';

/** The glyph of a platform, whose name stands beside it. */
export function PlatformGlyph({ platform, size = 20 }: { platform: Platform; size?: number }) {
  const shared = { width: size, height: size, className: 'shrink-0' };
  if (platform === 'website') return <Globe {...shared} aria-hidden="true" strokeWidth={1.75} />;
  if (platform === 'telegram')
    return (
      <svg {...shared} aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
        <path d="M20.9 3.6 2.9 10.6c-.9.3-.8 1.3 0 1.6l4.4 1.4 10-6.3c.5-.3.9.1.5.4l-8 7.4-.3 4.4c.5 0 .8-.2 1.1-.5l2.2-2.1 4.4 3.3c.8.5 1.5.2 1.7-.8l3-14.3c.2-1.1-.5-1.8-1-1.5Z" />
      </svg>
    );
  return (
    <svg {...shared} aria-hidden="true" viewBox="0 0 24 24">
      <path
        d="m3 21 1.4-4.7A9 9 0 1 1 7.8 19.6Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
      />
      <path
        d="M9.2 7.4c-.3 0-1.5.7-1.5 2.2 0 3 3.6 6.8 6.8 6.8 1.5 0 2.3-1.2 2.3-1.7 0-.3-.2-.4-.5-.6l-1.6-.8c-.3-.1-.5 0-.7.2l-.6.8c-.2.2-.4.2-.7.1a6 6 0 0 1-2.9-2.7c-.1-.3 0-.5.1-.6l.5-.6c.1-.2.2-.4.1-.6l-.7-1.9c-.1-.4-.3-.6-.6-.6Z"
        fill="currentColor"
      />
    </svg>
  );
}
