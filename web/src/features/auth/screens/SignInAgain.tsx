import { useEffect, useState } from 'react';
import { useForm } from '../../../lib/forms/form.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { signOut, useUser } from '../../../lib/session/session.ts';
import { signIn } from '../../../lib/session/sign-in.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { PasswordInput } from '../../../ui/fields/PasswordInput.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { useCaptcha } from '../captcha/use-captcha.tsx';
import { refusalOf, sentenceOf } from '../errors.ts';
import { useRateLimit } from '../limits/use-rate-limit.ts';
import { Username } from '../parts/Username.tsx';
import { SecondStepForm } from '../second-step/SecondStep.tsx';
import { secondStepTexts } from '../second-step/texts.ts';
import { texts } from '../texts.ts';
import { againTexts } from './sign-in-again-texts.ts';

const initial = { password: '' };

/** Asks, over the page whose session ended, for what it lacks; afterwards everything is fetched afresh. */
export function SignInAgain({ asks }: { asks: 'password' | 'code' }) {
  return asks === 'code' ? <CodeAgain /> : <PasswordAgain />;
}

function CodeAgain() {
  const t = useTexts(secondStepTexts);
  const user = useUser();
  useEffect(
    () => () => {
      void queryClient.invalidateQueries();
    },
    [],
  );
  return (
    <Dialog open dirty size="sm" onOpenChange={() => {}} title={t.title}>
      <SecondStepForm user={user} />
    </Dialog>
  );
}

function PasswordAgain() {
  const t = useTexts(texts);
  const again = useTexts(againTexts);
  const w = useTexts(words);
  const { email = '' } = useUser();
  const captcha = useCaptcha();
  const limit = useRateLimit(email);
  const [problem, setProblem] = useState<string>();

  const form = useForm({
    initial,
    validate: ({ password }) => ({ password: password.trim().length < 6 ? t.passwordShort : undefined }),
    async submit({ password }) {
      if (limit.limited || captcha.isDue) {
        if (captcha.isDue) setProblem(t.captchaDue);
        return undefined;
      }
      const { error } = await signIn(email, password.trim(), { captchaToken: captcha.token });
      captcha.renew();
      if (!error) {
        void queryClient.invalidateQueries();
        return undefined;
      }
      const refusal = refusalOf(error);
      setProblem(sentenceOf(refusal, t, limit.note(refusal, email)));
      return undefined;
    },
  });
  const shown = limit.sentence ?? problem;

  return (
    // Closing it would leave a page on which nothing works: the ways out are its two buttons.
    <Dialog open dirty size="sm" onOpenChange={() => {}} title={again.title} description={again.lead}>
      <form {...form.formProps} className="flex flex-col gap-4">
        {shown && (
          <Alert tone="danger" live>
            {shown}
          </Alert>
        )}
        <Username email={email} />
        <p className="text-md font-medium [overflow-wrap:anywhere]">{email}</p>
        <PasswordInput
          {...form.field('password')}
          label={t.password}
          autoComplete="current-password"
          revealLabel={w.reveal}
          hideLabel={w.hide}
          required
        />
        {captcha.slot}
        <div className="flex flex-col gap-3 pt-1">
          <Button
            type="submit"
            look="primary"
            wide
            busy={form.busy}
            aria-disabled={limit.limited || undefined}
          >
            {limit.limited ? limit.label : t.signIn}
          </Button>
          <Button look="quiet" wide onClick={() => void signOut()}>
            {t.otherAccount}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
