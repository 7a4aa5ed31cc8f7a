import { setSingleKeys, useSingleKeys } from '../../lib/browser/shortcuts.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { shortcutTexts } from './texts.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);
const command = isMac ? '⌘' : 'Ctrl';

/** What the keyboard can do, and whether single keys may. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  const t = useTexts(shortcutTexts);
  const w = useTexts(words);
  const isOn = useSingleKeys();
  const lists = [
    {
      title: t.everywhere,
      keys: [
        { keys: ['/'], does: t.search },
        { keys: ['?'], does: t.list },
        { keys: [t.escape], does: t.close },
      ],
    },
    {
      title: t.customiser,
      keys: [
        { keys: [command, 'S'], does: t.save },
        { keys: [command, 'Z'], does: t.undo },
        { keys: [command, isMac ? '⇧' : t.shift, 'Z'], does: t.redo },
      ],
    },
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title}
      closeLabel={w.close}
      size="sm"
      initialFocus={() => document.querySelector<HTMLElement>('[role=dialog] button')}
    >
      <div className="flex flex-col gap-5">
        {lists.map(({ title, keys }) => (
          <section key={title} className="flex flex-col gap-2">
            <h3 className="text-sm font-strong text-text-2">{title}</h3>
            <dl className="flex flex-col gap-2">
              {keys.map(({ keys, does }) => (
                <div key={does} className="flex items-baseline justify-between gap-4 text-md">
                  <dt className="text-text">{does}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
                      <kbd
                        key={key}
                        className="min-w-6 rounded-1 border border-line-control px-1.5 text-center [font-family:inherit] text-sm text-text-2"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox label={t.single} help={t.singleHelp} checked={isOn} onChange={setSingleKeys} />
      </div>
    </Dialog>
  );
}
