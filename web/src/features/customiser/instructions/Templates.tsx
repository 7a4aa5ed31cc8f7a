import { isLanguage, type Language } from '@parlance/contract/i18n';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { textsIn, useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { internalTexts } from '../internal-texts.ts';
import { type Trade, templates, tradeNames, trades } from './templates-by-trade.ts';

/** Instructions to start from, by trade; what stands there already is only replaced on demand. */
export function Templates({
  current,
  language,
  onTake,
  onClose,
}: {
  current: string;
  language: Language;
  onTake: (text: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(internalTexts);
  const w = useTexts(words);
  const names = useTexts(tradeNames);
  const format = useFormat();
  const [trade, setTrade] = useState<Trade>('hotel');
  const [written, setWritten] = useState<Language>(language);
  const text = textsIn(templates, written)[trade];
  const hasText = current.trim() !== '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.templates}
      description={t.templatesDescription}
      closeLabel={w.close}
      size="lg"
      footer={
        hasText ? (
          <>
            <Button onClick={() => onTake(`${current.trimEnd()}\n\n${text}`)}>{t.append}</Button>
            <Button look="primary" onClick={() => onTake(text)}>
              {t.replace}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{w.cancel}</Button>
            <Button look="primary" onClick={() => onTake(text)}>
              {t.insert}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div className="min-w-56 grow">
            <Select
              label={t.trade}
              value={trade}
              onChange={setTrade}
              options={trades.map((value) => ({ value, label: names[value] }))}
            />
          </div>
          <Segmented
            label={t.templateLanguage}
            value={written}
            onChange={(value) => isLanguage(value) && setWritten(value)}
            options={[
              { value: 'fr', label: t.french },
              { value: 'en', label: t.english },
            ]}
          />
        </div>
        <p
          lang={written}
          className="rounded-2 border border-line bg-sunken p-4 text-md whitespace-pre-line text-text"
        >
          {text}
        </p>
        {hasText && <p className="text-sm text-text-2">{t.hasText(format.number(current.length))}</p>}
      </div>
    </Dialog>
  );
}
