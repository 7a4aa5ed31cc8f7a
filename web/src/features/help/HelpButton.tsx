import { CircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../lib/language/texts.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { onDemand } from '../../ui/loading/OnDemand.tsx';
import { helpTexts } from './texts.ts';

const HelpPanel = onDemand(() => import('./panel/HelpPanel.tsx').then((file) => file.HelpPanel));

/** The "?" in a page's head, and the panel that it opens. */
export function HelpButton() {
  const t = useTexts(helpTexts);
  const { pathname, search } = useLocation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t.open}
        size="sm"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="-my-px pointer-coarse:-my-1.5"
        onClick={({ currentTarget }) => {
          // Some browsers leave a pressed button without the focus, which comes back here.
          currentTarget.focus();
          setOpen(true);
        }}
      >
        <CircleQuestionMark size={20} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {isOpen && <HelpPanel address={pathname + search} onClose={() => setOpen(false)} />}
    </>
  );
}
