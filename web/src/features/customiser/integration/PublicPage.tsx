import { ExternalLink } from 'lucide-react';
import { useTexts } from '../../../lib/language/texts.ts';
import { ButtonLink } from '../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { CopyButton } from './Code.tsx';
import { type Place, publicPage } from './snippets.ts';
import { texts } from './texts.ts';

const QrCode = onDemand(() => import('../../../ui/display/QrCode.tsx').then((file) => file.QrCode));

/** Where the chatbot answers by itself: to open here, on a phone, or to pass on. */
export function PublicPage({ place }: { place: Place }) {
  const t = useTexts(texts);
  const address = publicPage(place);
  return (
    <div className="flex flex-wrap items-start gap-4">
      {/* Whoever reads this on a phone has no use for a code to scan. */}
      <div className="max-sm:hidden">
        <QrCode text={address} label={t.scan} fallback={<Skeleton className="size-34 rounded-2" />} />
      </div>
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
        <p className="text-md text-text-2">{t.publicHelp}</p>
        <p translate="no" className="text-sm text-text-2 [overflow-wrap:anywhere]">
          {address}
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink
            size="sm"
            to={`/embed/${place.publicId}`}
            reloadDocument
            target="_blank"
            icon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />}
          >
            {t.openPublic}
          </ButtonLink>
          <CopyButton text={address} label={t.copyAddress} />
        </div>
      </div>
    </div>
  );
}
