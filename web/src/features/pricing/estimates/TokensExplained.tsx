import { useTexts } from '../../../lib/language/texts.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import { TokenCounter } from './TokenCounter.tsx';
import { estimateTexts } from './texts.ts';

/** What tokens are and pay for, beside a counter. */
export function TokensExplained() {
  const t = useTexts(estimateTexts);
  return (
    <Card title={t.tokensTitle} tip={<HelpTip about="tokens" />}>
      <div className="grid grid-cols-1 gap-6 @3xl:grid-cols-2 @3xl:gap-10">
        <dl className="flex flex-col gap-4 text-md">
          {(['token', 'messageTokens', 'storageTokens'] as const).map((word) => (
            <div key={word} className="flex flex-col gap-0.5">
              <dt className="font-strong">{t[word]}</dt>
              <dd className="text-text-2">{t[`${word}Text`]}</dd>
            </div>
          ))}
        </dl>
        <TokenCounter />
      </div>
    </Card>
  );
}
