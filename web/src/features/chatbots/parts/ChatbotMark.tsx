import { cx } from '../../../ui/cx.ts';

// A flag or a family is several code points and one sign.
const signs = new Intl.Segmenter();

/** The mark of a chatbot, on the speech shape: its picture, else the first letter of its name. */
export function ChatbotMark({
  name,
  avatarUrl,
  isLarge,
}: {
  name: string;
  avatarUrl?: string | null;
  isLarge?: boolean;
}) {
  const shape = cx(
    'speech shrink-0',
    isLarge ? 'size-11 text-lg [--speech-size:12px]' : 'size-9 text-sm [--speech-size:var(--radius-2)]',
  );
  if (avatarUrl) return <img src={avatarUrl} alt="" className={cx(shape, 'bg-sunken object-cover')} />;
  return (
    <span
      aria-hidden="true"
      className={cx(shape, 'flex items-center justify-center bg-accent-soft font-strong text-accent-text')}
    >
      {signs.segment(name).containing(0)?.segment.toUpperCase()}
    </span>
  );
}
