import { useTexts } from '../../../lib/language/texts.ts';
import { Checkbox, type ToggleProps } from '../../../ui/fields/Checkbox.tsx';
import { texts } from '../texts.ts';

/** The consent to both documents, which open beside the form, so that it keeps what was typed. */
export function TermsCheckbox(props: Omit<ToggleProps, 'label'>) {
  const t = useTexts(texts);
  const open = {
    target: '_blank',
    rel: 'noreferrer',
    className: 'text-accent-text underline underline-offset-4',
  };
  return (
    <Checkbox
      {...props}
      required
      label={
        <>
          {t.acceptBefore}
          <a href="/terms" {...open}>
            {t.terms}
          </a>
          {t.acceptBetween}
          <a href="/privacy" {...open}>
            {t.privacy}
          </a>
        </>
      }
    />
  );
}
