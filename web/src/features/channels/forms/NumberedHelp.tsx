import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';

/** A text in which what stands between backticks is typed or read as it is. */
const withCode = (text: string): ReactNode[] =>
  text.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which does not change
      <code key={at} translate="no" className="rounded-1 bg-sunken px-1 font-mono text-[0.9em] text-text">
        {part}
      </code>
    ),
  );

/** What to do elsewhere, step by step: a line each. */
export function NumberedHelp({
  title,
  lead,
  steps,
  link,
  note,
}: {
  title: string;
  lead?: string;
  steps: string;
  link?: { to: string; label: string };
  note?: string;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-2 text-md text-text-2">
      <h3 className="font-strong text-text">{title}</h3>
      {lead && <p>{lead}</p>}
      <ol className="flex list-decimal flex-col gap-1.5 ps-5 marker:tabular marker:text-text-3">
        {steps.split('\n').map((step) => (
          <li key={step} className="[overflow-wrap:anywhere]">
            {withCode(step)}
          </li>
        ))}
      </ol>
      {link && (
        <a
          href={link.to}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 self-start font-medium text-accent-text underline underline-offset-4 touch-target"
        >
          {link.label}
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
        </a>
      )}
      {note && <p className="text-sm text-text-3">{withCode(note)}</p>}
    </div>
  );
}
