import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useUser } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { texts } from '../texts.ts';
import { useCopy } from './use-copy.ts';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Prints nothing but the codes: the page behind the dialog would be printed, too. */
function usePrintedAlone() {
  const [sheet] = useState(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(
      `@media print {
        html { color-scheme: light; background: Canvas; }
        body * { visibility: hidden; }
        [data-printed], [data-printed] * { visibility: visible; }
        [data-printed] { position: fixed; inset: 0 auto auto 0; }
        [data-printed], [data-printed] * { color-scheme: light; color: CanvasText; background: Canvas; }
        [data-printed] [data-on-paper] { display: block; }
      }`,
    );
    return rules;
  });
  useEffect(() => {
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    };
  }, [sheet]);
}

/** The recovery codes, this once; it must be answered, a slip of the finger does not close it. */
export function RecoveryCodesDialog({
  codes,
  lead,
  onClose,
}: {
  codes: readonly string[];
  /** A sentence on what has just come of the action that led here. */
  lead?: string;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const format = useFormat();
  const copy = useCopy();
  const { email = '' } = useUser();
  usePrintedAlone();
  const head = t.codesFileHead(email, format.date(new Date()));

  const download = () => {
    const file = new Blob([`${head}\n\n${codes.join('\n')}\n`], { type: 'text/plain' });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = t.codesFileName;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  return (
    <Dialog
      open
      dirty
      onOpenChange={() => {}}
      title={t.codesTitle}
      description={lead ? `${lead} ${t.codesLead}` : t.codesLead}
      footer={
        <Button look="primary" onClick={onClose}>
          {t.codesKept}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <div data-printed="">
          <p data-on-paper="" className="hidden pb-4">
            {head}
          </p>
          <ul
            translate="no"
            aria-label={t.recoveryCodes}
            className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-3 border border-line bg-sunken p-4 text-center font-mono text-md text-text sm:grid-cols-2"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<Copy {...icon} />} onClick={() => void copy(codes.join('\n'))}>
            {t.copy}
          </Button>
          <Button size="sm" icon={<Download {...icon} />} onClick={download}>
            {t.download}
          </Button>
          <Button size="sm" icon={<Printer {...icon} />} onClick={() => window.print()}>
            {t.print}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
