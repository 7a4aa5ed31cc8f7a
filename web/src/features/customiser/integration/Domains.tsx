import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { HelpTip } from '../../help/HelpTip.tsx';
import type { Editing } from '../editing/draft.ts';
import { addDomains, maxDomains } from './domains.ts';
import { texts } from './texts.ts';

/** Which pages may show the chatbot: everybody's, until the first domain is named. */
export function Domains({ editing: { draft, errors, change } }: { editing: Editing }) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { allowedDomains: domains, allowApps } = draft;
  const refused = Object.entries(errors).find(([path]) => path.startsWith('allowedDomains'))?.[1];

  const add = () => {
    if (typed.trim() === '') return;
    const result = addDomains(domains, typed);
    if (result.domains.length > maxDomains) return setWrong(t.domainsMany(maxDomains));
    const fresh = result.domains.slice(domains.length);
    if (fresh.length > 0) {
      change({ allowedDomains: result.domains });
      setSaid(t.added(fresh.join(', ')));
    }
    // What could not be read stays to be mended.
    setTyped(result.wrong.join(' '));
    setWrong(result.wrong[0] === undefined ? undefined : t.domainWrong(result.wrong[0]));
  };
  const remove = (domain: string) => {
    change({ allowedDomains: domains.filter((other) => other !== domain) });
    setSaid(t.removed(domain));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };

  return (
    <Card title={t.domainsTitle} tip={<HelpTip about="domains" />}>
      <div className="flex flex-col gap-4">
        <p className="text-md text-text-2">{domains.length > 0 ? t.domainsClosed : t.domainsOpen}</p>
        {domains.length > 0 && (
          <ul aria-label={t.domainsTitle} className="flex flex-wrap gap-2">
            {domains.map((domain) => (
              <li
                key={domain}
                translate="no"
                className="inline-flex max-w-full items-center gap-0.5 rounded-1 border border-line bg-sunken ps-2.5 text-md"
              >
                <span className="truncate" title={domain}>
                  {domain}
                </span>
                <button
                  type="button"
                  aria-label={t.remove(domain)}
                  title={t.remove(domain)}
                  onClick={() => remove(domain)}
                  className="touch-target flex size-8 shrink-0 items-center justify-center rounded-1 text-text-3 hover:bg-hover hover:text-text"
                >
                  <X size={16} strokeWidth={1.75} aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-col gap-3 @md:flex-row @md:items-start">
          <div className="min-w-0 flex-1">
            <TextInput
              inputRef={field}
              label={t.domain}
              help={t.domainHelp}
              placeholder={t.domainExample}
              value={typed}
              onChange={(value) => {
                setTyped(value);
                setWrong(undefined);
              }}
              onKeyDown={onKeyDown}
              onBlur={add}
              error={wrong ?? refused}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              inputMode="url"
            />
          </div>
          <Button className="self-start @md:mt-6.5" onClick={add}>
            {t.add}
          </Button>
        </div>
        {(domains.length > 0 || allowApps) && (
          <Checkbox
            label={t.apps}
            help={t.appsHelp}
            checked={allowApps}
            onChange={(next) => change({ allowApps: next })}
          />
        )}
        <p role="status" className="visually-hidden">
          {said}
        </p>
      </div>
    </Card>
  );
}
