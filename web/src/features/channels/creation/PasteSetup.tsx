import type { Channel } from '@parlance/contract/endpoints/channels';
import { useTexts } from '../../../lib/language/texts.ts';
import { CopyButton } from '../../customiser/integration/Code.tsx';
import { creationTexts } from './texts.ts';

/** What is to be pasted at the platform by hand, where it refused to be told. */
export function PasteSetup({ setup }: { setup: NonNullable<Channel['setup']> }) {
  const t = useTexts(creationTexts);
  const lines = [
    { label: t.callbackUrl, value: setup.callbackUrl, copy: t.copyCallbackUrl },
    { label: t.verifyToken, value: setup.verifyToken, copy: t.copyVerifyToken },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h3 className="text-md font-strong">{t.setupTitle}</h3>
      <p className="max-w-(--measure) text-md text-text-2">{t.setupText}</p>
      <dl className="flex flex-col gap-2">
        {lines.map(({ label, value, copy }) => (
          <div
            key={label}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-2 border border-line bg-surface px-3 py-2"
          >
            <dt className="w-40 shrink-0 text-sm text-text-2">{label}</dt>
            <dd className="flex min-w-0 flex-1 basis-48 flex-wrap items-center justify-between gap-2">
              <code translate="no" className="min-w-0 font-mono text-sm text-text [overflow-wrap:anywhere]">
                {value}
              </code>
              <CopyButton text={value} label={copy} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
