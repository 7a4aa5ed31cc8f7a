/** Initials on the speech shape: what stands for a chatbot until it has a picture. */
export const ChatbotMark = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="speech flex size-9 shrink-0 items-center justify-center bg-accent-soft text-sm font-strong text-accent-text [--speech-size:var(--radius-2)]"
  >
    {[...name][0]?.toUpperCase()}
  </span>
);
