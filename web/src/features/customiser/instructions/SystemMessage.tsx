import type { PublicConfig } from '@parlance/contract/endpoints/operation';
import { estimateTokens, limits } from '@parlance/contract/limits';
import { History, LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { TextArea } from '../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { HelpTip } from '../../help/HelpTip.tsx';
import type { Editing } from '../editing/draft.ts';
import { internalTexts } from '../internal-texts.ts';

const Templates = onDemand(() => import('./Templates.tsx').then((file) => file.Templates));
const Versions = onDemand(() => import('./Versions.tsx').then((file) => file.Versions));

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const blank = /\[[^[\]\n]{2,60}\]/g;
const blanksShown = 3;

/** The instructions, with what they cost each time. */
export function SystemMessage({
  editing,
  answers,
}: {
  editing: Editing;
  answers: PublicConfig['answers'] | undefined;
}) {
  const t = useTexts(internalTexts);
  const w = useTexts(words);
  const format = useFormat();
  const [open, setOpen] = useState<'templates' | 'versions'>();
  const { systemMessage } = editing.draft;
  const tokens = estimateTokens(systemMessage);
  const isLong = systemMessage.length > limits.systemMessage;
  const blanks = [...new Set(systemMessage.match(blank))];

  /** Takes a text in; what stood there comes back by Undo. */
  const take = (text: string, said: string) => {
    const before = editing.draft.systemMessage;
    editing.change({ systemMessage: text });
    setOpen(undefined);
    showToast({
      tone: 'success',
      title: said,
      action: { label: w.undo, undoes: true, run: () => editing.change({ systemMessage: before }) },
    });
  };

  return (
    <Card
      title={t.instructions}
      tip={<HelpTip about="instructions" />}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<LayoutTemplate {...icon} />} onClick={() => setOpen('templates')}>
            {t.templates}
          </Button>
          <Button size="sm" icon={<History {...icon} />} onClick={() => setOpen('versions')}>
            {t.versions}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-3">
        <TextArea
          label={t.systemMessage}
          value={systemMessage}
          onChange={(systemMessage) => editing.change({ systemMessage })}
          rows={10}
          dir="auto"
          placeholder={t.systemPlaceholder}
          className="field-sizing-content max-h-[60dvh] min-h-56"
          aside={t.charactersOf(format.number(systemMessage.length), format.number(limits.systemMessage))}
          error={
            isLong ? t.tooManyCharacters(format.number(limits.systemMessage)) : editing.errors.systemMessage
          }
          help={
            <div className="flex flex-col gap-1">
              <p className="tabular font-medium text-text-2">{t.tokensEach(format.number(tokens), tokens)}</p>
              <p>{t.systemHelp}</p>
            </div>
          }
        />
        {blanks.length > 0 && (
          <Alert tone="warning">
            {t.blanks(format.list(blanks.slice(0, blanksShown)))}
            {blanks.length > blanksShown && '…'}
          </Alert>
        )}
        {answers === 'quoted' && <Alert>{t.quotingNow}</Alert>}
      </div>
      {open === 'templates' && (
        <Templates
          current={systemMessage}
          language={editing.draft.language}
          onTake={(text) => take(text, t.inserted)}
          onClose={() => setOpen(undefined)}
          onFailed={() => setOpen(undefined)}
        />
      )}
      {open === 'versions' && (
        <Versions
          chatbot={editing.chatbot}
          current={systemMessage}
          onTake={(text) => take(text, t.restored)}
          onClose={() => setOpen(undefined)}
          onFailed={() => setOpen(undefined)}
        />
      )}
    </Card>
  );
}
