import { Plus } from 'lucide-react';
import { useTexts } from '../../lib/language/texts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { PlatformGlyph } from '../chatbots/parts/PlatformGlyph.tsx';
import { type Platform, platformNames, platforms } from '../chatbots/platforms.ts';
import { HelpTip } from '../help/HelpTip.tsx';
import { texts } from './texts.ts';

/** How long it takes whoever has never done it. */
const minutes: Record<Platform, number> = { website: 2, telegram: 5, whatsapp: 15 };

/** The kinds of channel, each with what it takes. */
export function OfferCards({ onChoose }: { onChoose: (platform: Platform) => void }) {
  const t = useTexts(texts);
  const names = useTexts(platformNames);
  return (
    <ul data-tour="channels" aria-label={t.choose} className="grid grid-cols-1 gap-4 md:grid-cols-3">
      {platforms.map((platform) => (
        <li
          key={platform}
          data-tour={platform === 'website' ? 'website' : 'social'}
          className="flex flex-col gap-4 rounded-3 border border-line bg-surface p-4 shadow-1 md:p-5"
        >
          <div className="flex items-start gap-3">
            <span className="flex size-10 shrink-0 items-center justify-center rounded-2 bg-sunken text-text-2">
              <PlatformGlyph platform={platform} />
            </span>
            <div className="flex min-w-0 flex-col gap-1">
              <h2 className="display-type text-lg">{names[platform]}</h2>
              <p className="text-md text-text-2">{t[`${platform}Text`]}</p>
            </div>
          </div>
          <dl className="flex flex-col gap-2 text-sm">
            <div>
              <dt className="text-text-3">{t.time}</dt>
              <dd className="text-text-2">{t.minutes(minutes[platform])}</dd>
            </div>
            <div>
              <dt className="flex items-center gap-1 text-text-3">
                {t.needs} <HelpTip about={`${platform}Needs`} />
              </dt>
              <dd className="text-text-2">{t[`${platform}Needs`]}</dd>
            </div>
          </dl>
          <div className="mt-auto">
            <Button
              look={platform === 'website' ? 'primary' : 'secondary'}
              icon={<Plus size={18} strokeWidth={1.75} aria-hidden="true" />}
              onClick={() => onChoose(platform)}
            >
              {t[`${platform}Create`]}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
