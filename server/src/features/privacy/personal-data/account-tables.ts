import { accounting, type PersonalTable, security, service, untilAccountGoes } from './sentences.ts';

/** What belongs to an account: who it is, what it pays and uses. */
export const accountTables = {
  account_deletions: {
    what: {
      fr: 'La demande de suppression d’un compte et sa date.',
      en: 'The request to delete an account, and its date.',
    },
    why: { fr: 'Exécuter la demande.', en: 'To carry the request out.' },
    howLong: untilAccountGoes,
  },
  accounts: {
    what: { fr: 'L’offre d’un compte.', en: 'An account’s plan.' },
    why: accounting,
    howLong: untilAccountGoes,
  },
  api_keys: {
    what: {
      fr: 'Les clés API personnelles\u00a0: nom, droits, quatre derniers caractères, empreinte, création et dernier usage.',
      en: 'Personal API keys: name, scopes, last four characters, hash, creation and last use.',
    },
    why: {
      fr: 'Laisser les programmes d’une personne agir en son nom.',
      en: 'To let a person’s programs act on their behalf.',
    },
    howLong: {
      fr: 'Jusqu’à la révocation de la clé ou la suppression du compte.',
      en: 'Until the key is revoked or the account is deleted.',
    },
  },
  billing_customers: {
    what: {
      fr: 'L’identifiant du compte chez le prestataire de paiement.',
      en: 'The account’s id at the payment provider.',
    },
    why: accounting,
    howLong: untilAccountGoes,
  },
  billing_notices: {
    what: {
      fr: 'Les emails de facturation déjà envoyés, par cause.',
      en: 'Which emails about payments were sent, by cause.',
    },
    why: { fr: 'Ne rien envoyer deux fois.', en: 'To send nothing twice.' },
    howLong: untilAccountGoes,
  },
  consents: {
    what: {
      fr: 'Chaque choix de confidentialité\u00a0: date, version et empreinte du texte, langue, adresse tronquée.',
      en: 'Each privacy choice: date, version and fingerprint of the text, language, truncated address.',
    },
    why: { fr: 'Prouver l’accord ou son retrait.', en: 'To prove consent or its withdrawal.' },
    howLong: untilAccountGoes,
  },
  data_exports: {
    what: {
      fr: 'Les demandes d’archive de données, leur date et leur état.',
      en: 'Requests for a data archive, their date and state.',
    },
    why: {
      fr: 'Préparer l’archive et la remettre à sa personne.',
      en: 'To make the archive and hand it over.',
    },
    howLong: {
      fr: '30 jours, ou jusqu’à la suppression du compte.',
      en: '30 days, or until the account is deleted.',
    },
  },
  data_export_parts: {
    what: {
      fr: 'Les archives elles-mêmes : tout ce qui est conservé d’un compte.',
      en: 'The archives themselves: everything that is kept of an account.',
    },
    why: {
      fr: 'Préparer l’archive et la remettre à sa personne.',
      en: 'To make the archive and hand it over.',
    },
    howLong: {
      fr: '7 jours, ou jusqu’à ce que la personne supprime l’archive.',
      en: '7 days, or until the person deletes the archive.',
    },
  },
  credential_changes: {
    what: {
      fr: 'L’adresse email, l’empreinte du mot de passe et les moyens de connexion avant un changement.',
      en: 'The email address, password hash and ways in before a change.',
    },
    why: { fr: 'Pouvoir annuler un changement malveillant.', en: 'To undo a hostile change.' },
    howLong: { fr: 'Sept jours.', en: 'Seven days.' },
  },
  factor_challenges: {
    what: {
      fr: 'Les codes de seconde étape attendus, avec l’empreinte d’une adresse.',
      en: 'Second-step codes being waited for, with the hash of an address.',
    },
    why: security,
    howLong: { fr: 'Quelques minutes.', en: 'Some minutes.' },
  },
  factors: {
    what: {
      fr: 'Les applications d’authentification (secret chiffré).',
      en: 'Authenticator apps (secret encrypted).',
    },
    why: security,
    howLong: {
      fr: 'Jusqu’à leur retrait ou la suppression du compte.',
      en: 'Until they are removed or the account is deleted.',
    },
  },
  flow_states: {
    what: { fr: 'Les connexions en cours.', en: 'Sign-ins under way.' },
    why: security,
    howLong: { fr: 'Sept jours au plus.', en: 'Seven days at most.' },
  },
  idempotency_keys: {
    what: {
      fr: 'La réponse donnée à une demande, pour ne pas l’exécuter deux fois.',
      en: 'What a request was answered, so that it is not carried out twice.',
    },
    why: service,
    howLong: { fr: 'Vingt-quatre heures environ.', en: 'About twenty-four hours.' },
  },
  identities: {
    what: {
      fr: 'Les moyens de connexion et ce que leur fournisseur dit de la personne.',
      en: 'Ways to sign in, and what their provider says of the person.',
    },
    why: service,
    howLong: untilAccountGoes,
  },
  jobs: {
    what: {
      fr: 'Les tâches en attente, avec ce qu’il faut pour les exécuter.',
      en: 'Tasks that wait, with what it takes to do them.',
    },
    why: service,
    howLong: {
      fr: 'Jusqu’à leur fin\u00a0; après un échec, 30 jours par défaut.',
      en: 'Until they are done; after a failure, 30 days by default.',
    },
  },
  job_turns: {
    what: {
      fr: 'À qui le tour, sous l’identifiant du compte.',
      en: 'Whose turn it is, by the account’s id.',
    },
    why: { fr: 'Partager la machine équitablement.', en: 'To share the machine fairly.' },
    howLong: { fr: 'Un jour environ après la dernière tâche.', en: 'About a day after the last task.' },
  },
  known_devices: {
    what: { fr: 'L’empreinte des navigateurs déjà vus.', en: 'Hashes of browsers seen before.' },
    why: { fr: 'Signaler une connexion inhabituelle.', en: 'To tell of an unusual sign-in.' },
    howLong: {
      fr: 'Un an au plus sans connexion, ou jusqu’à la suppression du compte.',
      en: 'A year at most without a sign-in, or until the account is deleted.',
    },
  },
  ledger_causes: {
    what: { fr: 'La cause de chaque dépense de jetons.', en: 'The cause of each charge of tokens.' },
    why: accounting,
    howLong: untilAccountGoes,
  },
  ledger_entries: {
    what: {
      fr: 'Chaque dépense de jetons\u00a0: date, opération, montant, origine.',
      en: 'Each charge of tokens: date, operation, amount, origin.',
    },
    why: accounting,
    howLong: untilAccountGoes,
  },
  mails: {
    what: {
      fr: 'Les emails, là où aucun serveur d’envoi n’est configuré.',
      en: 'Emails, where no mail server is configured.',
    },
    why: { fr: 'Montrer les emails à qui développe.', en: 'To show emails to developers.' },
    howLong: { fr: 'Sept jours par défaut.', en: 'Seven days by default.' },
  },
  one_time_tokens: {
    what: {
      fr: 'L’empreinte des liens et codes envoyés par email, avec l’adresse.',
      en: 'Hashes of links and codes sent by email, with the address.',
    },
    why: security,
    howLong: { fr: 'Jusqu’à leur emploi ou leur expiration.', en: 'Until they are used or expire.' },
  },
  profiles: {
    what: {
      fr: 'Prénom, nom, site web, langue, fuseau horaire, thème, emails voulus, état de l’aide.',
      en: 'First and last name, website, language, time zone, theme, emails wanted, state of the help.',
    },
    why: service,
    howLong: untilAccountGoes,
  },
  provider_flows: {
    what: {
      fr: 'Les connexions par un autre service en cours.',
      en: 'Sign-ins through another service under way.',
    },
    why: security,
    howLong: { fr: 'Un jour au plus.', en: 'A day at most.' },
  },
  quota_alerts: {
    what: { fr: 'Les seuils de quota atteints.', en: 'Quota thresholds reached.' },
    why: { fr: 'Avertir une seule fois.', en: 'To notify once.' },
    howLong: untilAccountGoes,
  },
  quota_needs: {
    what: {
      fr: 'Ce qu’une opération refusée aurait coûté.',
      en: 'What a refused operation would have cost.',
    },
    why: accounting,
    howLong: untilAccountGoes,
  },
  recovery_codes: {
    what: { fr: 'L’empreinte des codes de secours.', en: 'Hashes of recovery codes.' },
    why: security,
    howLong: {
      fr: 'Jusqu’à leur emploi ou la suppression du compte.',
      en: 'Until they are used or the account is deleted.',
    },
  },
  refresh_tokens: {
    what: { fr: 'L’empreinte des jetons de session.', en: 'Hashes of session tokens.' },
    why: security,
    howLong: { fr: 'La durée de la session.', en: 'As long as the session.' },
  },
  reservations: {
    what: {
      fr: 'Les jetons mis de côté pendant une opération.',
      en: 'Tokens set aside while an operation runs.',
    },
    why: accounting,
    howLong: { fr: 'Quelques minutes.', en: 'Some minutes.' },
  },
  second_step_failures: {
    what: { fr: 'Le nombre de codes faux.', en: 'How many codes were wrong.' },
    why: security,
    howLong: untilAccountGoes,
  },
  security_events: {
    what: {
      fr: 'Les événements de sécurité, avec navigateur et adresse tronquée.',
      en: 'Security events, with browser and truncated address.',
    },
    why: security,
    howLong: { fr: '365 jours par défaut.', en: '365 days by default.' },
  },
  sessions: {
    what: {
      fr: 'Les sessions ouvertes, avec navigateur et adresse tronquée.',
      en: 'Open sessions, with browser and truncated address.',
    },
    why: security,
    howLong: {
      fr: '90 jours au plus par défaut, ou jusqu’à la déconnexion.',
      en: '90 days at most by default, or until signing out.',
    },
  },
  sign_in_addresses: {
    what: {
      fr: 'L’empreinte des adresses d’où la personne s’est connectée.',
      en: 'Hashes of addresses that the person signed in from.',
    },
    why: security,
    howLong: {
      fr: 'Un an après la dernière connexion, ou jusqu’à la suppression du compte.',
      en: 'A year after the last sign-in, or until the account is deleted.',
    },
  },
  sign_ups: {
    what: {
      fr: 'Ce qui a été donné à l’inscription, jusqu’à la confirmation.',
      en: 'What was given at sign-up, until it is confirmed.',
    },
    why: service,
    howLong: { fr: 'Jusqu’à la confirmation, un jour au plus.', en: 'Until it is confirmed, a day at most.' },
  },
  subscriptions: {
    what: {
      fr: 'L’état d’un abonnement, sans carte ni adresse.',
      en: 'A subscription’s state, without card or address.',
    },
    why: accounting,
    howLong: untilAccountGoes,
  },
  usage_days: {
    what: { fr: 'La consommation par jour.', en: 'Use by day.' },
    why: accounting,
    howLong: untilAccountGoes,
  },
  usage_hours: {
    what: { fr: 'La consommation par heure.', en: 'Use by hour.' },
    why: accounting,
    howLong: untilAccountGoes,
  },
  usage_sums: {
    what: { fr: 'La consommation totale.', en: 'Use in sum.' },
    why: accounting,
    howLong: untilAccountGoes,
  },
  users: {
    what: {
      fr: 'Adresse email, empreinte du mot de passe, ce qui a été donné à l’inscription, dates de connexion.',
      en: 'Email address, password hash, what was given at sign-up, dates of signing in.',
    },
    why: service,
    howLong: untilAccountGoes,
  },
} as const satisfies Record<string, PersonalTable>;
