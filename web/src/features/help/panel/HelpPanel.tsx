import { BookOpen, ExternalLink, Settings, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useLanguage } from '../../../lib/language/language.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { helpQuery } from '../../../lib/queries/help.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { DrawerPanel } from '../../../ui/dialogs/DrawerPanel.tsx';
import { Picture } from './Picture.tsx';
import { placeAt, type TopicName } from './places.ts';
import { panelTexts } from './texts.ts';
import { topicTexts } from './topic-texts.ts';
import { topics } from './topics.ts';

const link = 'inline-flex items-center gap-1.5 text-accent-text underline underline-offset-4 touch-target';
const small = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

function Topic({ name }: { name: TopicName }) {
  const t = useTexts(panelTexts);
  const told = useTexts(topicTexts);
  const language = useLanguage();
  const { Picture: Drawn, guide } = topics[name];
  return (
    <li className="flex flex-col gap-2">
      <Picture of={Drawn} />
      <h3 className="display-type pt-1 text-lg text-balance">{told[name]}</h3>
      <p className="text-md text-text-2 text-pretty">{told[`${name}Text`]}</p>
      <a
        href={`/guide/${language}/${guide}`}
        target="_blank"
        rel="noopener"
        aria-label={t.moreOf(told[name])}
        className={`${link} self-start text-sm`}
      >
        {t.more}
        <ExternalLink {...small} />
      </a>
    </li>
  );
}

/** What can be known of a screen, in a few topics; beside the page, on phones a sheet over it. */
export function HelpPanel({ address, onClose }: { address: string; onClose: () => void }) {
  const t = useTexts(panelTexts);
  const w = useTexts(words);
  const language = useLanguage();
  const place = placeAt(address);
  const { data: help } = useQuery(helpQuery);
  // The tour explains the screen itself: two at once would speak over one another.
  const isTouring = typeof help?.step === 'number';
  useEffect(() => {
    if (isTouring) onClose();
  }, [isTouring, onClose]);
  if (isTouring) return null;
  const title = t.title(t[place.name]);
  return (
    <DrawerPanel
      open
      onOpenChange={onClose}
      title={title}
      side="end"
      isSheetOnPhones
      className="border-line bg-raised shadow-3 sm:w-104 sm:border-s"
    >
      <div className="sticky top-0 z-(--z-sticky) flex items-center justify-between gap-3 border-b border-line bg-raised py-3 ps-5 pe-3">
        <p aria-hidden="true" className="display-type text-lg">
          {title}
        </p>
        <IconButton label={w.close} tooltip={false} onClick={onClose}>
          <X size={20} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="flex flex-col gap-7 px-5 py-5">
        {place.topics.map((name) => (
          <Topic key={name} name={name} />
        ))}
      </ul>
      <div className="mt-auto flex flex-wrap gap-x-6 gap-y-3 border-t border-line px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] text-sm">
        <a href={`/guide/${language}`} target="_blank" rel="noopener" className={link}>
          <BookOpen {...small} />
          {t.guide}
          <span className="visually-hidden"> {t.newTab}</span>
        </a>
        <Link to="/settings?tab=appearance" onClick={onClose} className={link}>
          <Settings {...small} />
          {t.settingsOf}
        </Link>
      </div>
    </DrawerPanel>
  );
}
