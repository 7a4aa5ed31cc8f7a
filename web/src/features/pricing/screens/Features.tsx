import {
  BadgeCheck,
  FileText,
  Languages,
  type LucideIcon,
  MessageCircleQuestion,
  Palette,
  ReceiptText,
} from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { texts } from '../texts.ts';

const features = [
  ['featureCitations', BadgeCheck],
  ['featureSources', FileText],
  ['featureLanguages', Languages],
  ['featureGaps', MessageCircleQuestion],
  ['featureLook', Palette],
  ['featureTokens', ReceiptText],
] as const satisfies readonly (readonly [keyof typeof texts, LucideIcon])[];

/** What comes with every plan. */
export function Features() {
  const t = useTexts(texts);
  return (
    <section className="flex flex-col gap-3">
      <h2 className="display-type text-lg">{t.features}</h2>
      <ul className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2 xl:grid-cols-3">
        {features.map(([name, Icon]) => (
          <li key={name} className="flex gap-3">
            <span className="flex size-10 shrink-0 items-center justify-center rounded-2 bg-sunken text-text-2">
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
            </span>
            <div className="flex min-w-0 flex-col gap-0.5">
              <h3 className="text-md font-strong">{t[name]}</h3>
              <p className="text-md text-text-2">{t[`${name}Text`]}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
