import { useState } from 'react';
import { auth } from '../../../../lib/calls/auth-client.ts';
import { type FieldErrors, useForm } from '../../../../lib/forms/form.ts';
import { websiteAddress } from '../../../../lib/forms/website.ts';
import { language } from '../../../../lib/language/language.ts';
import { useTexts } from '../../../../lib/language/texts.ts';
import { reportOutcome } from '../../../../ui/toasts/toasts.ts';
import { callbackAddress } from '../../addresses.ts';
import { useCaptcha } from '../../captcha/use-captcha.tsx';
import { mistakeIn, refusalOf, sentenceOf } from '../../errors.ts';
import { useRateLimit } from '../../limits/use-rate-limit.ts';
import { sanitiseEmail, wasCleaned } from '../../sanitise.ts';
import { texts } from '../../texts.ts';
import { registerTexts } from './texts.ts';

const initial = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmation: '',
  website: '',
  terms: false,
  updates: false,
};
const secrets = ['password', 'confirmation'] as const;

/** The form of a new account, and what it is refused for. */
export function useSignUp() {
  const t = useTexts(texts);
  const r = useTexts(registerTexts);
  const [sentTo, setSentTo] = useState<string>();
  const captcha = useCaptcha();

  const form = useForm({
    initial,
    told: reportOutcome(r.signUpError),
    draft: 'register',
    secrets,
    validate(values) {
      const address = sanitiseEmail(values.email);
      const key = values.password.trim();
      const errors: FieldErrors<typeof initial> = {};
      if (!values.firstName.trim()) errors.firstName = r.fieldRequired;
      if (!values.lastName.trim()) errors.lastName = r.fieldRequired;
      if (!address) errors.email = r.fieldRequired;
      else errors.email = mistakeIn(address, t);
      if (key.length < 6) errors.password = t.passwordShort;
      if (!values.confirmation.trim()) errors.confirmation = r.fieldRequired;
      else if (values.confirmation.trim() !== key) errors.confirmation = t.passwordMismatch;
      if (values.website.trim() && !websiteAddress(values.website)) errors.website = t.websiteFormat;
      if (!values.terms) errors.terms = t.termsRequired;
      return errors;
    },
    async submit(values, fail) {
      const address = sanitiseEmail(values.email);
      if (wasCleaned(values.email)) {
        form.set('email', address);
        return { email: t.emailCleaned };
      }
      if (limit.limited) return fail(limit.sentence ?? '');
      if (captcha.isDue) return fail(t.captchaDue);
      const { data, error } = await auth.signUp({
        email: address,
        password: values.password.trim(),
        options: {
          emailRedirectTo: callbackAddress(),
          captchaToken: captcha.token,
          data: {
            first_name: values.firstName.trim(),
            last_name: values.lastName.trim(),
            website: values.website.trim() ? websiteAddress(values.website) : null,
            receive_updates: values.updates,
            preferred_locale: language.get(),
          },
        },
      });
      captcha.renew();
      if (!error) {
        // A taken, confirmed address answers like a new one, but without an identity.
        if (data.user?.identities?.length === 0) return fail(t.emailTaken, 'email');
        form.forgetDraft();
        setSentTo(address);
        return undefined;
      }
      const refusal = refusalOf(error);
      const sentence = sentenceOf(refusal, t, limit.note(refusal, address));
      if (refusal.code === 'weak_password') return fail(sentence, 'password');
      if (refusal.code === 'email_already_exists' || refusal.code === 'email_format')
        return fail(sentence, 'email');
      return fail(sentence);
    },
  });
  const limit = useRateLimit(sanitiseEmail(form.values.email));

  return {
    form,
    captcha,
    limit,
    /** The address that the link to confirm it went to. */
    sentTo,
    startAgain() {
      form.set('email', '');
      setSentTo(undefined);
    },
  };
}
