import { undoChange } from '@parlance/contract/endpoints/account/sessions';
import { CircleCheck, Clock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, ProblemError } from '../../../../lib/calls/api.ts';
import { auth } from '../../../../lib/calls/auth-client.ts';
import { sentenceOf } from '../../../../lib/calls/refusal.ts';
import { useForm } from '../../../../lib/forms/form.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { words } from '../../../../lib/language/words.ts';
import { Button, ButtonLink } from '../../../../ui/buttons/Button.tsx';
import { PasswordInput } from '../../../../ui/fields/PasswordInput.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { AuthHead } from '../../parts/AuthHead.tsx';
import { StateCard } from '../../parts/StateCard.tsx';
import { texts } from '../../texts.ts';
import { undoTexts } from './texts.ts';

const initial = { password: '' };

/** What the history keeps of the link, beside its address, as of other links. */
interface Kept {
  token?: string;
}

/** The page to which the mail about a change of who gets into an account leads: takes it back. */
export function UndoChange() {
  const t = useTexts(texts);
  const u = useTexts(undoTexts);
  const w = useTexts(words);
  const { hash, state: kept } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => hash.slice(1) || ((kept as Kept | null)?.token ?? ''));
  const [state, setState] = useState<'asking' | 'done' | 'invalid'>(token ? 'asking' : 'invalid');
  const [problem, setProblem] = useState<string>();

  useEffect(() => {
    // It works: nobody should find it in the address, nor copy it from there. A telephone loads the page again while its
    // person looks the password up elsewhere.
    if (hash) void navigate('/undo', { replace: true, state: { token } satisfies Kept });
  }, [hash, token, navigate]);

  const form = useForm({
    initial,
    validate: () => ({}),
    async submit({ password }) {
      setProblem(undefined);
      const word = password.trim();
      try {
        await call(undoChange, { body: { token, ...(word ? { password: word } : {}) } });
      } catch (error) {
        const code = error instanceof ProblemError ? error.code : undefined;
        if (code === 'undo_password_wrong') return { password: u.passwordWrong };
        if (code === 'undo_invalid') setState('invalid');
        else setProblem(code === 'conflict' ? u.taken : sentenceOf(error));
        return undefined;
      }
      // A session of this account has ended there.
      await auth.signOut({ scope: 'local' });
      void navigate('/undo', { replace: true });
      setState('done');
      return undefined;
    },
  });

  if (state === 'asking') {
    return (
      <div className="flex flex-col gap-6">
        <AuthHead title={u.title} lead={u.lead} />
        <form {...form.formProps} className="flex flex-col gap-4">
          {problem && (
            <Alert tone="danger" title={u.failed}>
              {problem}
            </Alert>
          )}
          <PasswordInput
            {...form.field('password')}
            label={u.password}
            help={u.passwordHelp}
            autoComplete="current-password"
            revealLabel={w.reveal}
            hideLabel={w.hide}
          />
          <Button type="submit" look="primary" size="lg" wide busy={form.busy}>
            {u.undo}
          </Button>
        </form>
      </div>
    );
  }
  const isDone = state === 'done';
  return (
    <StateCard
      icon={isDone ? CircleCheck : Clock}
      tone={isDone ? 'success' : 'warning'}
      title={isDone ? u.doneTitle : u.invalidTitle}
      focused
    >
      <p className="text-md text-text-2">{isDone ? u.done : u.invalid}</p>
      <ButtonLink look="primary" size="lg" wide to="/forgot-password">
        {u.newPassword}
      </ButtonLink>
      <ButtonLink look="quiet" wide to="/login">
        {t.backToSignIn}
      </ButtonLink>
    </StateCard>
  );
}
