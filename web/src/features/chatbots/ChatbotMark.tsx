/** What stands for a chatbot: its picture, else the first letter of its name on the speech shape. */
export const ChatbotMark = ({ name, avatarUrl }: { name: string; avatarUrl?: string | null }) =>
  avatarUrl ? (
    <img src={avatarUrl} alt="" className="size-9 shrink-0 rounded-2 bg-sunken object-cover" />
  ) : (
    <span
      aria-hidden="true"
      className="speech flex size-9 shrink-0 items-center justify-center bg-accent-soft text-sm font-strong text-accent-text [--speech-size:var(--radius-2)]"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  );
