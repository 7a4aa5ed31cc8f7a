import {
  accounting,
  asChatbotKeeps,
  type PersonalTable,
  service,
  untilAccountGoes,
  untilChatbotGoes,
  untilSourceGoes,
} from './sentences.ts';

/** What belongs to a chatbot: what it is, what it reads, and what its visitors say. */
export const chatbotTables = {
  cap_alerts: {
    what: { fr: 'Les plafonds atteints par un chatbot.', en: 'Caps that a chatbot has reached.' },
    why: { fr: 'Avertir une seule fois.', en: 'To notify once.' },
    howLong: untilChatbotGoes,
  },
  channel_chats: {
    what: {
      fr: 'Qui écrit au chatbot sur Telegram ou WhatsApp : identifiant ou numéro, nom affiché, langue, origine.',
      en: 'Who writes to the chatbot on Telegram or WhatsApp: id or number, displayed name, language, origin.',
    },
    why: { fr: 'Répondre au bon endroit.', en: 'To answer in the right place.' },
    howLong: {
      fr: 'Trente jours après la fin de la dernière conversation, ou jusqu’à la suppression du chatbot ou du compte.',
      en: 'Thirty days after the last conversation is gone, or until the chatbot or the account is deleted.',
    },
  },
  channel_events: {
    what: {
      fr: 'Les messages reçus de Telegram et de WhatsApp : leur texte tant qu’ils attendent une réponse, puis leur seul numéro.',
      en: 'Messages received from Telegram and WhatsApp: their text while they wait for an answer, then their id alone.',
    },
    why: { fr: 'Répondre une fois à chacun.', en: 'To answer each once.' },
    howLong: { fr: 'Huit jours.', en: 'Eight days.' },
  },
  channel_messages: {
    what: {
      fr: 'Ce qui est envoyé sur Telegram et WhatsApp : le texte jusqu’à l’envoi (un jour au plus s’il échoue), puis ce qu’il en est advenu.',
      en: 'What is sent on Telegram and WhatsApp: its text until it is sent (a day at most where that fails), then what became of it.',
    },
    why: {
      fr: 'Envoyer chaque réponse, et dire si elle est arrivée.',
      en: 'To send each answer, and to say whether it arrived.',
    },
    howLong: asChatbotKeeps,
  },
  channels: {
    what: {
      fr: 'Le bot ou le numéro d’un chatbot, et ses accès, chiffrés.',
      en: 'A chatbot’s bot or number, and what it signs in with, encrypted.',
    },
    why: service,
    howLong: untilChatbotGoes,
  },
  charged_files: {
    what: { fr: 'L’empreinte des fichiers déjà comptés.', en: 'The digest of files that were charged.' },
    why: { fr: 'Ne pas compter deux fois le même fichier.', en: 'Not to charge the same file twice.' },
    howLong: untilAccountGoes,
  },
  chatbot_copies: {
    what: { fr: 'Les copies de chatbots en cours.', en: 'Copies of chatbots under way.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  chatbot_images: {
    what: { fr: 'Les images d’un chatbot.', en: 'A chatbot’s images.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  chatbot_stats: {
    what: {
      fr: 'Le nombre de passages et de mots d’un chatbot.',
      en: 'How many passages and words a chatbot has.',
    },
    why: service,
    howLong: untilChatbotGoes,
  },
  chatbot_term_changes: {
    what: { fr: 'Les mots des sources à recompter.', en: 'Words of sources still to be counted.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  chatbot_terms: {
    what: {
      fr: 'Les mots des sources et leur fréquence.',
      en: 'Words of the sources and how often they occur.',
    },
    why: { fr: 'Trouver les passages.', en: 'To find passages.' },
    howLong: untilChatbotGoes,
  },
  chatbots: {
    what: {
      fr: 'Nom, réglages, contact et textes d’un chatbot.',
      en: 'A chatbot’s name, settings, contact and texts.',
    },
    why: service,
    howLong: untilChatbotGoes,
  },
  check_results: {
    what: { fr: 'Les réponses aux vérifications.', en: 'Answers to check questions.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  check_runs: {
    what: { fr: 'Les séries de vérifications.', en: 'Runs of checks.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  checks: {
    what: {
      fr: 'Les vérifications écrites par le professionnel.',
      en: 'Check questions that the professional wrote.',
    },
    why: service,
    howLong: untilChatbotGoes,
  },
  conversations: {
    what: {
      fr: 'Une conversation de visiteur\u00a0: date, langue, page, décompte.',
      en: 'A visitor’s conversation: date, language, page, counts.',
    },
    why: service,
    howLong: asChatbotKeeps,
  },
  crawl_pages: {
    what: { fr: 'Les adresses de pages à lire.', en: 'Addresses of pages to be read.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  crawls: {
    what: { fr: 'Les sites que le professionnel fait lire.', en: 'Sites that the professional has read.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  fallbacks: {
    what: {
      fr: 'Depuis quand un chatbot cite ses sources faute de mieux.',
      en: 'Since when a chatbot quotes its sources for want of better.',
    },
    why: service,
    howLong: untilChatbotGoes,
  },
  free_answers: {
    what: {
      fr: 'Le nombre de réponses non facturées d’un jour.',
      en: 'How many answers of a day nobody was charged for.',
    },
    why: accounting,
    howLong: untilChatbotGoes,
  },
  messages: {
    what: {
      fr: 'Les questions des visiteurs et les réponses, avec les passages cités et l’avis donné.',
      en: 'Visitors’ questions and the answers, with passages cited and the thumb given.',
    },
    why: service,
    howLong: asChatbotKeeps,
  },
  passage_lexicon: {
    what: { fr: 'Les mots de chaque passage.', en: 'The words of each passage.' },
    why: { fr: 'Trouver les passages.', en: 'To find passages.' },
    howLong: untilSourceGoes,
  },
  passage_vectors: {
    what: { fr: 'Le sens de chaque passage, en nombres.', en: 'The meaning of each passage, in numbers.' },
    why: { fr: 'Trouver les passages.', en: 'To find passages.' },
    howLong: untilSourceGoes,
  },
  passages: {
    what: { fr: 'Le texte des sources, par passages.', en: 'The text of sources, by passages.' },
    why: { fr: 'Répondre et citer.', en: 'To answer and cite.' },
    howLong: untilSourceGoes,
  },
  published_sources: {
    what: { fr: 'Quelle lecture d’une source répond.', en: 'Which reading of a source answers.' },
    why: service,
    howLong: untilSourceGoes,
  },
  site_blocks: {
    what: { fr: 'Ce que les pages d’un site ont en commun.', en: 'What a site’s pages have in common.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  sources: {
    what: {
      fr: 'Les fichiers, pages et réponses confiés à un chatbot\u00a0: nom, adresse, état.',
      en: 'Files, pages and answers entrusted to a chatbot: name, address, state.',
    },
    why: service,
    howLong: untilSourceGoes,
  },
  summaries: {
    what: {
      fr: 'Les résumés de conversations demandés, avec des questions de visiteurs dont les données personnelles sont masquées\u00a0; ce qu’ils citent d’une conversation s’efface avec elle.',
      en: 'Summaries of conversations that were asked for, with visitors’ questions in which personal data is masked; what they quote of a conversation is erased with it.',
    },
    why: service,
    howLong: untilChatbotGoes,
  },
  summary_notes: {
    what: { fr: 'Les notes prises pour un résumé en cours.', en: 'Notes taken for a summary under way.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  system_message_versions: {
    what: { fr: 'Les consignes d’un chatbot, par version.', en: 'A chatbot’s instructions, by version.' },
    why: service,
    howLong: untilChatbotGoes,
  },
  transfers: {
    what: {
      fr: 'Les propositions de transfert\u00a0: le chatbot, qui le propose, l’adresse de qui le reçoit, ce qui a été décidé.',
      en: 'Offers of a chatbot: the chatbot, who offers it, the receiver’s address, what was decided.',
    },
    why: service,
    howLong: {
      fr: 'Jusqu’à la suppression du compte de l’un ou de l’autre.',
      en: 'Until either account is deleted.',
    },
  },
  unanswered_questions: {
    what: {
      fr: 'Les questions de visiteurs restées sans réponse.',
      en: 'Visitors’ questions that had no answer.',
    },
    why: { fr: 'Améliorer les sources.', en: 'To improve the sources.' },
    howLong: asChatbotKeeps,
  },
  upload_pieces: {
    what: { fr: 'Les morceaux d’un fichier en cours d’envoi.', en: 'Pieces of a file being uploaded.' },
    why: service,
    howLong: { fr: 'Jusqu’à la fin de l’envoi.', en: 'Until the upload is over.' },
  },
  uploads: {
    what: { fr: 'Les envois de fichiers en cours.', en: 'Uploads of files under way.' },
    why: service,
    howLong: { fr: 'Jusqu’à la fin de l’envoi.', en: 'Until the upload is over.' },
  },
  visitor_sums: {
    what: { fr: 'Ce que les visiteurs d’un chatbot ont consommé.', en: 'What a chatbot’s visitors used.' },
    why: accounting,
    howLong: untilAccountGoes,
  },
  whole_readings: {
    what: { fr: 'Les lectures complètes d’une source.', en: 'Whole readings of a source.' },
    why: service,
    howLong: untilSourceGoes,
  },
} as const satisfies Record<string, PersonalTable>;
