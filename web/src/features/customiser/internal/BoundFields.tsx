import { retentionPeriods } from '@parlance/contract/endpoints/chatbots';
import type { PublicConfig } from '@parlance/contract/endpoints/operation';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { Editing } from '../editing/draft.ts';
import { NumberField } from '../fields/NumberField.tsx';
import { internalTexts } from '../internal-texts.ts';

/** What an exchange costs on average (specification §9: 2,000 to 3,000 tokens). */
const exchangeTokens = 2500;
const maxTokens = 1_000_000_000;

const isWebAddress = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && hostname.includes('.');
};

/** Privacy, how long conversations are kept, and how much of the quota visitors may use. */
export function BoundFields({
  editing,
  answers,
}: {
  editing: Editing;
  answers: PublicConfig['answers'] | undefined;
}) {
  const t = useTexts(internalTexts);
  const format = useFormat();
  const [wasLeft, setWasLeft] = useState(false);
  const { draft, change, errors, chatbot } = editing;
  const privacyUrl = draft.privacyUrl ?? '';
  const isWrong = wasLeft && privacyUrl !== '' && !isWebAddress(privacyUrl);
  const exchanges = (tokens: number | null) => {
    // A quoting answer costs its own words only: no figure would be true.
    if (tokens === null || answers !== 'generated') return undefined;
    const count = Math.floor(tokens / exchangeTokens);
    return count === 0 ? t.lessThanOne : t.aboutExchanges(format.compact(count), count);
  };
  const retentionLabel = (days: number | null) =>
    days === null ? t.forever : days === 365 ? t.year : t.days(format.number(days));
  return (
    <>
      <Card title={t.privacy}>
        <div className="flex flex-col gap-5">
          {chatbot.platform === 'website' && (
            <TextInput
              type="url"
              inputMode="url"
              label={t.privacyUrl}
              value={privacyUrl}
              onChange={(text) => change({ privacyUrl: text === '' ? null : text })}
              onBlur={() => {
                setWasLeft(true);
                const text = privacyUrl.trim();
                const whole = /^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? `https://${text}` : text;
                if (whole !== privacyUrl) change({ privacyUrl: whole === '' ? null : whole });
              }}
              error={isWrong ? t.notAnAddress : errors.privacyUrl}
              placeholder={t.privacyUrlPlaceholder}
              help={t.privacyUrlHelp}
              autoComplete="off"
            />
          )}
          <Select
            label={t.retention}
            value={String(draft.retentionDays)}
            onChange={(value) => {
              const days = retentionPeriods.find((days) => String(days) === value);
              change({ retentionDays: days ?? null });
            }}
            options={[...retentionPeriods, null].map((days) => ({
              value: String(days),
              label: retentionLabel(days),
            }))}
            help={t.retentionHelp}
          />
        </div>
      </Card>
      <Card title={t.caps}>
        <div className="flex flex-col gap-4">
          <p className="text-md text-text-2">{t.capsHelp}</p>
          <div className="grid gap-4 @sm:grid-cols-2">
            {(['dailyTokens', 'monthlyTokens'] as const).map((cap) => (
              <NumberField
                key={cap}
                label={t[cap]}
                value={draft[cap]}
                onChange={(tokens) => change({ [cap]: tokens })}
                isWhole
                isRight={(value) => Number.isInteger(value) && value <= maxTokens}
                wrong={t.capWrong}
                error={errors[cap]}
                placeholder={t.noCap}
                help={exchanges(draft[cap])}
              />
            ))}
          </div>
        </div>
      </Card>
    </>
  );
}
