import { keyScopes } from '@parlance/contract/endpoint';
import type { User } from '@supabase/auth-js';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { ProofDeclined, useProof } from '../proof/use-proof.tsx';
import { anySentenceOf } from '../refusals.ts';
import { useCopy } from '../two-step/use-copy.ts';
import { makeApiKey } from './queries.ts';
import { apiKeyTexts } from './texts.ts';

interface Made {
  name: string;
  key: string;
}

/** Makes a key, from its name and what it may do to the key itself, which is shown this once. */
export function CreateKeyDialog({
  user,
  onMade,
  onClose,
}: {
  user: User;
  onMade: () => void;
  onClose: () => void;
}) {
  const [made, setMade] = useState<Made>();
  if (made) return <KeyDialog made={made} onClose={onClose} />;
  return (
    <KeyForm
      user={user}
      onClose={onClose}
      onMade={(made) => {
        setMade(made);
        onMade();
      }}
    />
  );
}

const nothing = { name: '', read: false, write: false, answer: false };

function KeyForm({
  user,
  onMade,
  onClose,
}: {
  user: User;
  onMade: (made: Made) => void;
  onClose: () => void;
}) {
  const t = useTexts(apiKeyTexts);
  const w = useTexts(words);
  const formId = useId();
  const proof = useProof(user);
  const form = useForm({
    initial: nothing,
    validate: (values) => ({
      name: values.name.trim() ? undefined : t.required,
      read: keyScopes.some((scope) => values[scope]) ? undefined : t.scopesMissing,
    }),
    async submit(values, fail) {
      const scopes = keyScopes.filter((scope) => values[scope]);
      try {
        onMade(await proof.proven(() => makeApiKey({ name: values.name.trim(), scopes })));
      } catch (error) {
        if (!(error instanceof ProofDeclined)) fail(anySentenceOf(error));
      }
      return undefined;
    },
  });
  if (proof.dialog) return proof.dialog;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.createTitle}
      closeLabel={w.close}
      dirty={form.values.name !== ''}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button look="primary" type="submit" form={formId} busy={form.busy}>
            {t.create}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps} className="flex flex-col gap-5">
        {form.problem && (
          <Alert tone="danger" title={t.createFailed} live>
            {form.problem}
          </Alert>
        )}
        <TextInput
          {...form.field('name')}
          label={t.name}
          help={t.nameHelp}
          placeholder={t.namePlaceholder}
          maxLength={64}
          autoComplete="off"
          required
        />
        <fieldset className="flex flex-col gap-3">
          <legend className="pb-2 text-sm font-medium text-text">{t.scopes}</legend>
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              {...form.toggle(scope)}
              label={<span className="font-medium text-text">{t[scope]}</span>}
              help={t[`${scope}Help`]}
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}

/** It must be answered: a slip of the finger does not close it. */
function KeyDialog({ made: { name, key }, onClose }: { made: Made; onClose: () => void }) {
  const t = useTexts(apiKeyTexts);
  const copy = useCopy();
  return (
    <Dialog
      open
      dirty
      onOpenChange={() => {}}
      title={t.madeTitle}
      description={t.madeLead(name)}
      footer={
        <Button look="primary" onClick={onClose}>
          {t.kept}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <code
          translate="no"
          className="rounded-3 border border-line bg-sunken p-4 font-mono text-md text-text select-all [overflow-wrap:anywhere]"
        >
          {key}
        </code>
        <div>
          <Button
            icon={<Copy size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={() => void copy(key)}
          >
            {t.copy}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
