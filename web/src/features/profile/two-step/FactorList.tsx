import { KeyRound, Smartphone } from 'lucide-react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Line } from '../Section.tsx';
import { texts } from '../texts.ts';
import type { Factor } from './changes.ts';

const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The name of an app for codes: as its owner named it, if they did. */
export function useFactorName() {
  const t = useTexts(texts);
  return (factor: Factor) => factor.friendly_name || t.factorUnnamed;
}

/** The apps that make codes, and the recovery codes beside them. */
export function FactorList({
  factors,
  isRenewing,
  onRemove,
  onRenew,
}: {
  factors: readonly Factor[];
  isRenewing: boolean;
  onRemove: (factor: Factor) => void;
  onRenew: () => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const nameOf = useFactorName();
  return (
    <ul aria-label={t.factors}>
      {factors.map((factor) => (
        <Line
          key={factor.id}
          icon={<Smartphone {...icon} />}
          name={nameOf(factor)}
          facts={t.addedOn(format.date(factor.created_at))}
        >
          <Button size="sm" aria-label={t.removeFactor(nameOf(factor))} onClick={() => onRemove(factor)}>
            {t.remove}
          </Button>
        </Line>
      ))}
      <Line icon={<KeyRound {...icon} />} name={t.recoveryCodes} facts={t.recoveryCodesLead}>
        <Button size="sm" aria-label={t.renewCodes} busy={isRenewing} onClick={onRenew}>
          {t.renew}
        </Button>
      </Line>
    </ul>
  );
}
