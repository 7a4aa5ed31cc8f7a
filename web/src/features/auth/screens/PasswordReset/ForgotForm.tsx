import { auth } from '../../../../lib/calls/auth-client.ts';
import { useForm } from '../../../../lib/forms/form.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Alert } from '../../../../ui/layout/Alert.tsx';
import { reportOutcome, showToast } from '../../../../ui/toasts/toasts.ts';
import { resetAddress } from '../../addresses.ts';
import { useCaptcha } from '../../captcha/use-captcha.tsx';
import { mistakeIn, refusalOf, sentenceOf } from '../../errors.ts';
import { useRateLimit } from '../../limits/use-rate-limit.ts';
import { EmailInput } from '../../parts/EmailInput.tsx';
import { sanitiseEmail, wasCleaned } from '../../sanitise.ts';
import { texts } from '../../texts.ts';
import { resetTexts } from './texts.ts';

const initial = { email: '' };

/** Asks for the mail with the way to a new password. */
export function ForgotForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useTexts(texts);
  const r = useTexts(resetTexts);
  const captcha = useCaptcha();

  const form = useForm({
    initial,
    told: reportOutcome(r.sendFailed),
    draft: 'forgot-password',
    validate({ email }) {
      const address = sanitiseEmail(email);
      return { email: address ? mistakeIn(address, t) : r.emailRequired };
    },
    async submit({ email }, fail) {
      const address = sanitiseEmail(email);
      if (wasCleaned(email)) {
        form.set('email', address);
        return { email: t.emailCleaned };
      }
      if (limit.limited || captcha.isDue) return fail(limit.mailSentence ?? t.captchaDue);
      const { error } = await auth.resetPasswordForEmail(address, {
        redirectTo: resetAddress(),
        captchaToken: captcha.token,
      });
      captcha.renew();
      if (error) {
        const refusal = refusalOf(error);
        const minutes = limit.note(refusal, address);
        const isAboutMail = refusal.code === 'rate_limit_exceeded' && refusal.scope === 'email';
        return fail(isAboutMail ? t.waitBeforeEmail(minutes) : sentenceOf(refusal, t, minutes));
      }
      showToast({ tone: 'success', title: r.sent, description: r.sentTo(address) });
      form.forgetDraft();
      onSent(address);
      return undefined;
    },
  });
  const limit = useRateLimit(sanitiseEmail(form.values.email));
  const shown = limit.mailSentence ?? form.problem;

  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      {shown && <Alert tone="danger">{shown}</Alert>}
      <EmailInput {...form.field('email')} />
      {captcha.slot}
      <Button
        type="submit"
        look="primary"
        size="lg"
        wide
        busy={form.busy}
        aria-disabled={limit.limited || undefined}
      >
        <span className="tabular">{limit.limited ? limit.label : r.send}</span>
      </Button>
    </form>
  );
}
