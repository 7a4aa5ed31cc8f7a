import type { Language } from '@parlance/contract/i18n';
import type { Config } from '../../config.ts';

export interface Section {
  title: Record<Language, string>;
  /** A paragraph each. */
  text: Record<Language, readonly string[]>;
}

/** A registered version: consents refer to its number, so that one is never edited but followed by another. */
export interface LegalVersion {
  number: string;
  date: string;
  sections(facts: OperatorFacts): readonly Section[];
}

export interface OperatorFacts {
  name: string;
  address: Record<Language, string>;
  contact: string;
  /** Whom data goes to, since the operator has configured it: one line each. */
  processors: Record<Language, readonly string[]>;
  securityDays: number;
  mailDays: number;
  jobsDays: number;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : url);

/** What the documents say of who runs this server, and of what they have configured. */
export function operatorFacts(config: Config): OperatorFacts {
  const processors = [
    config.chatModel && {
      fr: `${hostOf(config.chatModel.baseUrl)}\u00a0: rédaction des réponses (la question, la conversation qui la précède et les passages trouvés).`,
      en: `${hostOf(config.chatModel.baseUrl)}: writing of answers (the question, the conversation before it and the passages found).`,
    },
    config.embeddingModel && {
      fr: `${hostOf(config.embeddingModel.baseUrl)}\u00a0: recherche par le sens (les passages de vos sources et les questions posées).`,
      en: `${hostOf(config.embeddingModel.baseUrl)}: search by meaning (the passages of your sources and the questions asked).`,
    },
    config.smtpUrl && {
      fr: `${hostOf(config.smtpUrl)}\u00a0: envoi des e-mails.`,
      en: `${hostOf(config.smtpUrl)}: delivery of e-mails.`,
    },
    config.storage && {
      fr: 'Un espace de stockage compatible S3\u00a0: fichiers et images que vous déposez.',
      en: 'A storage service that speaks S3: the files and images that you upload.',
    },
    config.stripe && {
      fr: 'Stripe\u00a0: paiement. Aucun numéro de carte ne passe par ce serveur.',
      en: 'Stripe: payment. No card number passes through this server.',
    },
    config.google && {
      fr: `${hostOf(config.google.issuer)}\u00a0: connexion, si vous choisissez ce moyen.`,
      en: `${hostOf(config.google.issuer)}: sign-in, if you choose it.`,
    },
    config.samlProviders.length > 0 && {
      fr: 'Le fournisseur d’identité de votre organisation\u00a0: connexion, si votre adresse en dépend.',
      en: 'Your organisation’s identity provider: sign-in, if your address belongs to it.',
    },
    config.captcha && {
      fr: `${hostOf(config.captcha.verifyUrl)}\u00a0: protection des formulaires contre les robots.`,
      en: `${hostOf(config.captcha.verifyUrl)}: protection of forms against robots.`,
    },
    config.geoipUrl && {
      fr: `${hostOf(config.geoipUrl)}\u00a0: pays d’une adresse réseau tronquée, pour choisir la langue.`,
      en: `${hostOf(config.geoipUrl)}: the country of a truncated network address, to choose the language.`,
    },
  ].filter((line) => typeof line === 'object');
  const none = { fr: 'Aucun.', en: 'None.' };
  const lines = processors.length > 0 ? processors : [none];
  const { operatorName: name, operatorAddress: address } = config;
  return {
    name,
    address: { fr: address ?? 'adresse non renseignée', en: address ?? 'address not given' },
    contact: config.supportEmail,
    processors: { fr: lines.map(({ fr }) => fr), en: lines.map(({ en }) => en) },
    securityDays: config.retention.securityDays,
    mailDays: config.retention.mailDays,
    jobsDays: config.retention.jobsDays,
  };
}
