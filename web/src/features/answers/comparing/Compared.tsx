import type { ReactNode } from 'react';
import type { Part } from './differences.ts';

const citation = /\[(\d{1,3})\]/;

/** One of two answers, marked where the other one does not say it; citations as chips. */
export function Compared({
  parts,
  side,
  chip,
}: {
  parts: readonly Part[];
  side: 'first' | 'second';
  chip: (number: number, key: string) => ReactNode;
}) {
  const shown = parts.filter((part) => part.in === side || part.in === 'both');
  return (
    <p className="whitespace-pre-line">
      {withKeys(shown).map(([key, part]) => {
        const text = part.text.trimEnd();
        const drawn = withKeys(
          (part.in === 'both' ? part.text : text).replaceAll('**', '').split(citation),
        ).map(([at, piece]) => (at % 2 === 1 ? chip(Number(piece), `${key} ${at}`) : piece));
        return part.in === 'both' ? (
          <span key={key}>{drawn}</span>
        ) : (
          <span key={key}>
            <mark className="rounded-1 bg-accent-soft text-text underline decoration-accent-strong">
              {drawn}
            </mark>
            {part.text.slice(text.length)}
          </span>
        );
      })}
    </p>
  );
}

/** Parts with their place as the key. */
const withKeys = <T,>(parts: readonly T[]) => parts.map((part, at) => [at, part] as const);
