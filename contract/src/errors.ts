import type { Language } from './i18n.ts';

interface ErrorEntry {
  status: number;
  title: Record<Language, string>;
}

/**
 * Every refusal that a caller can act on. A released code keeps its meaning. Titles are what a person reads
 * when a screen has nothing more precise; figures travel as extra members of the problem document.
 */
export const errors = {
  validation_failed: {
    status: 400,
    title: { fr: 'Certaines valeurs ne sont pas valables.', en: 'Some values are not valid.' },
  },
  malformed_json: {
    status: 400,
    title: {
      fr: 'Le corps de la requête n’est pas du JSON valable.',
      en: 'The request body is not valid JSON.',
    },
  },
  malformed_request: {
    status: 400,
    title: { fr: 'La requête HTTP n’est pas valable.', en: 'The HTTP request is not valid.' },
  },
  invalid_cursor: {
    status: 400,
    title: { fr: 'Ce curseur de pagination n’est pas valable.', en: 'This page cursor is not valid.' },
  },
  unauthenticated: {
    status: 401,
    title: { fr: 'Connectez-vous pour continuer.', en: 'Sign in to continue.' },
  },
  forbidden: {
    status: 403,
    title: { fr: 'Cette action ne vous est pas permise.', en: 'You may not do this.' },
  },
  insufficient_aal: {
    status: 403,
    title: { fr: 'La seconde étape de connexion est requise.', en: 'The second sign-in step is required.' },
  },
  not_found: { status: 404, title: { fr: 'Introuvable.', en: 'Not found.' } },
  method_not_allowed: {
    status: 405,
    title: {
      fr: 'Méthode non prise en charge à cette adresse.',
      en: 'Method not supported at this address.',
    },
  },
  request_timeout: {
    status: 408,
    title: { fr: 'La requête a mis trop de temps à arriver.', en: 'The request took too long to arrive.' },
  },
  conflict: {
    status: 409,
    title: {
      fr: 'La demande entre en conflit avec l’état actuel.',
      en: 'The request conflicts with the current state.',
    },
  },
  idempotency_conflict: {
    status: 422,
    title: {
      fr: 'Cette clé d’idempotence a déjà servi pour une autre requête.',
      en: 'This idempotency key was used for another request.',
    },
  },
  idempotency_running: {
    status: 409,
    title: { fr: 'La même requête est encore en cours.', en: 'The same request is still running.' },
  },
  payload_too_large: {
    status: 413,
    title: { fr: 'La requête est trop volumineuse.', en: 'The request is too large.' },
  },
  uri_too_long: {
    status: 414,
    title: { fr: 'L’adresse de la requête est trop longue.', en: 'The request address is too long.' },
  },
  unsupported_media: {
    status: 415,
    title: { fr: 'Ce type de contenu n’est pas accepté ici.', en: 'This content type is not accepted here.' },
  },
  rate_limited: {
    status: 429,
    title: {
      fr: 'Trop de demandes. Réessayez dans un instant.',
      en: 'Too many requests. Try again in a moment.',
    },
  },
  headers_too_large: {
    status: 431,
    title: {
      fr: 'Les en-têtes de la requête sont trop volumineux.',
      en: 'The request headers are too large.',
    },
  },
  internal: {
    status: 500,
    title: {
      fr: 'Une erreur inattendue s’est produite. Veuillez réessayer.',
      en: 'An unexpected error occurred. Please try again.',
    },
  },
  unavailable: {
    status: 503,
    title: {
      fr: 'Le service est momentanément indisponible.',
      en: 'The service is temporarily unavailable.',
    },
  },
  storage_full: {
    status: 503,
    title: {
      fr: 'L’espace disque du serveur est plein. Rien n’a été perdu.',
      en: 'The server’s disk is full. Nothing was lost.',
    },
  },

  reauthentication_needed: {
    status: 403,
    title: {
      fr: 'Confirmez d’abord que c’est bien vous.',
      en: 'First confirm that it is you.',
    },
  },
  proof_wrong: {
    status: 422,
    title: {
      fr: 'Ce code ou ce mot de passe n’est pas le bon.',
      en: 'This code or password is not right.',
    },
  },
  undo_invalid: {
    status: 404,
    title: {
      fr: 'Ce lien n’est pas valable, a expiré ou a déjà servi.',
      en: 'This link is not valid, has expired or was already used.',
    },
  },
  undo_password_wrong: {
    status: 422,
    title: {
      fr: 'Ce n’est pas le mot de passe d’avant la modification.',
      en: 'This is not the password from before the change.',
    },
  },
  recovery_code_invalid: {
    status: 422,
    title: {
      fr: 'Ce code de secours n’est pas valable ou a déjà servi.',
      en: 'This recovery code is not valid or was used already.',
    },
  },

  chatbot_name_taken: {
    status: 409,
    title: { fr: 'Ce nom de chatbot existe déjà.', en: 'This chatbot name already exists.' },
  },
  chatbot_limit_reached: {
    status: 403,
    title: {
      fr: 'La limite de chatbots de votre offre est atteinte.',
      en: 'Your plan’s chatbot limit is reached.',
    },
  },
  image_too_large: {
    status: 413,
    title: { fr: 'Cette image dépasse 2 Mo.', en: 'This image is over 2 MB.' },
  },
  image_unsupported: {
    status: 415,
    title: {
      fr: 'Cette image n’est pas prise en charge. Choisissez un fichier PNG, JPG ou SVG.',
      en: 'This image is not supported. Choose a PNG, JPG, or SVG file.',
    },
  },
  image_unreadable: {
    status: 422,
    title: {
      fr: 'Cette image n’a pas pu être lue. Enregistrez-la de nouveau, par exemple en PNG, puis réessayez.',
      en: 'This image could not be read. Save it again, for example as a PNG, then try again.',
    },
  },
  avatar_unsupported: {
    status: 415,
    title: {
      fr: 'Cette image n’est pas prise en charge. Choisissez un fichier PNG ou JPG.',
      en: 'This image is not supported. Choose a PNG or JPG file.',
    },
  },
  image_dimensions: {
    status: 422,
    title: {
      fr: 'Cette image est trop grande\u00a0: 4\u00a0096 pixels de côté au plus.',
      en: 'This image is too large: 4,096 pixels a side at most.',
    },
  },
  check_limit_reached: {
    status: 403,
    title: {
      fr: 'Ce chatbot a atteint sa limite de vérifications.',
      en: 'This chatbot has reached its limit of checks.',
    },
  },
  check_run_running: {
    status: 409,
    title: { fr: 'Les vérifications sont déjà en cours.', en: 'The checks are already running.' },
  },
  edit_conflict: {
    status: 409,
    title: { fr: 'Ce chatbot a été modifié entre-temps.', en: 'This chatbot was changed in the meantime.' },
  },
  message_quota_exceeded: {
    status: 403,
    title: { fr: 'Votre quota de jetons de message est épuisé.', en: 'Your message token quota is used up.' },
  },
  nothing_to_summarise: {
    status: 409,
    title: {
      fr: 'Aucune conversation sur cette période\u00a0: il n’y a rien à résumer.',
      en: 'No conversation in this period: there is nothing to summarise.',
    },
  },
  transfer_pending: {
    status: 409,
    title: {
      fr: 'Ce chatbot est déjà proposé à quelqu’un.',
      en: 'This chatbot is already offered to somebody.',
    },
  },
  transfer_to_self: {
    status: 422,
    title: {
      fr: 'Cette adresse est la vôtre\u00a0: le chatbot est déjà dans votre compte.',
      en: 'This address is your own: the chatbot is in your account already.',
    },
  },
  transfer_not_possible: {
    status: 409,
    title: {
      fr: 'Ce chatbot ne peut pas être transféré pour le moment. Attendez la fin de ce qui est en cours\u00a0: lecture de ses sources, vérifications ou résumé.',
      en: 'This chatbot can’t be transferred just now. Wait for what is under way: its sources being read, its checks or a summary.',
    },
  },
  transfer_closed: {
    status: 409,
    title: {
      fr: 'Cette proposition n’est plus en attente.',
      en: 'This offer is no longer pending.',
    },
  },
  api_key_limit_reached: {
    status: 403,
    title: {
      fr: 'Vous avez déjà vingt clés API. Révoquez-en une pour en créer une autre.',
      en: 'You already have twenty API keys. Revoke one to create another.',
    },
  },
  insufficient_scope: {
    status: 403,
    title: {
      fr: 'Cette clé API n’a pas le droit de faire cet appel.',
      en: 'This API key may not make this call.',
    },
  },
  consent_version_outdated: {
    status: 409,
    title: {
      fr: 'La politique de confidentialité a changé. Relisez-la, puis enregistrez à nouveau.',
      en: 'The privacy policy has changed. Read it, then save again.',
    },
  },
  too_many_exports: {
    status: 429,
    title: {
      fr: 'Vous avez demandé plusieurs exports aujourd’hui. Réessayez demain.',
      en: 'You asked for several exports today. Try again tomorrow.',
    },
  },
  payments_unavailable: {
    status: 503,
    title: {
      fr: 'Le paiement est momentanément indisponible. Rien n’a été débité.',
      en: 'Payment is temporarily unavailable. Nothing was charged.',
    },
  },
  plan_not_buyable: {
    status: 422,
    title: {
      fr: 'Cette offre ne s’achète pas ici. Contactez-nous.',
      en: 'This plan can’t be bought here. Contact us.',
    },
  },
  no_subscription: {
    status: 409,
    title: {
      fr: 'Ce compte n’a pas d’abonnement.',
      en: 'This account has no subscription.',
    },
  },
  model_not_offered: {
    status: 403,
    title: {
      fr: 'Ce modèle n’est pas proposé avec votre offre.',
      en: 'This model is not offered with your plan.',
    },
  },
  model_refused: {
    status: 422,
    title: {
      fr: 'Le fournisseur refuse ce modèle. Choisissez-en un autre, ou celui de la plateforme.',
      en: 'The provider refuses this model. Choose another one, or the platform’s own.',
    },
  },
  model_unavailable: {
    status: 503,
    title: {
      fr: 'Le modèle de langage ne répond pas en ce moment. Relancez les vérifications plus tard.',
      en: 'The language model doesn’t answer at the moment. Run the checks again later.',
    },
  },
  summary_failed: {
    status: 503,
    title: {
      fr: 'Le modèle de langage ne répond pas en ce moment. Rien n’a été débité\u00a0; relancez le résumé plus tard.',
      en: 'The language model doesn’t answer at the moment. Nothing was charged; ask for the summary again later.',
    },
  },
  source_limit_reached: {
    status: 403,
    title: {
      fr: 'Ce chatbot a atteint sa limite de fichiers.',
      en: 'This chatbot has reached its file limit.',
    },
  },

  upload_offset_conflict: {
    status: 409,
    title: {
      fr: 'L’envoi ne reprend pas au bon endroit.',
      en: 'The upload doesn’t continue where it stands.',
    },
  },

  channel_busy: {
    status: 409,
    title: {
      fr: 'La mise en place de ce canal est en cours. Attendez qu’elle se termine.',
      en: 'This channel is being set up. Wait until that is over.',
    },
  },
  channel_in_use: {
    status: 409,
    title: {
      fr: 'Ce canal est celui d’un chatbot. Supprimez le chatbot pour le supprimer.',
      en: 'This channel belongs to a chatbot. Delete the chatbot to delete it.',
    },
  },
  public_url_not_https: {
    status: 422,
    title: {
      fr: 'La plateforme exige une adresse publique en https, sur le port 443, 80, 88 ou 8443. Demandez à votre opérateur de régler PUBLIC_URL.',
      en: 'The platform needs a public https address on port 443, 80, 88 or 8443. Ask your operator to set PUBLIC_URL.',
    },
  },
  telegram_token_invalid: {
    status: 422,
    title: {
      fr: 'Telegram ne connaît pas ce jeton. Copiez-le de nouveau depuis @BotFather.',
      en: 'Telegram doesn’t know this token. Copy it again from @BotFather.',
    },
  },
  telegram_unreachable: {
    status: 503,
    title: {
      fr: 'Telegram ne répond pas. Réessayez.',
      en: 'Telegram doesn’t answer. Try again.',
    },
  },
  telegram_bot_in_use: {
    status: 409,
    title: {
      fr: 'Ce bot sert déjà à un chatbot. Créez-en un autre chez @BotFather, ou libérez celui-ci.',
      en: 'This bot already serves a chatbot. Create another at @BotFather, or free this one.',
    },
  },
  telegram_other_bot: {
    status: 409,
    title: {
      fr: 'Ce jeton est celui d’un autre bot. Confirmez le changement : l’ancien bot ne répondra plus.',
      en: 'This token is another bot’s. Confirm the change: the old bot will no longer answer.',
    },
  },
  telegram_webhook_refused: {
    status: 422,
    title: {
      fr: 'Telegram refuse l’adresse de notre serveur.',
      en: 'Telegram refuses our server’s address.',
    },
  },
  telegram_webhook_taken: {
    status: 409,
    title: {
      fr: 'Un autre programme a repris ce bot. Reconnectez-le.',
      en: 'Another program has taken over this bot. Reconnect it.',
    },
  },
  telegram_backlog: {
    status: 503,
    title: {
      fr: 'Des messages attendent chez Telegram : ils ne nous parviennent pas.',
      en: 'Messages are waiting at Telegram: they don’t reach us.',
    },
  },
  telegram_delivery_failing: {
    status: 503,
    title: {
      fr: 'Telegram n’a pas réussi à nous remettre un message.',
      en: 'Telegram could not deliver a message to us.',
    },
  },
  telegram_texts_refused: {
    status: 422,
    title: {
      fr: 'Telegram n’a pas accepté les textes du bot (commandes, description). Il répond sans eux.',
      en: 'Telegram did not accept the bot’s texts (commands, description). It answers without them.',
    },
  },
  telegram_token_revoked: {
    status: 422,
    title: {
      fr: 'Telegram refuse le jeton : il a été révoqué chez @BotFather. Collez le nouveau.',
      en: 'Telegram refuses the token: it was revoked at @BotFather. Paste the new one.',
    },
  },
  telegram_message_refused: {
    status: 422,
    title: { fr: 'Telegram a refusé ce message.', en: 'Telegram refused this message.' },
  },
  visitor_left: {
    status: 409,
    title: {
      fr: 'Cette personne a bloqué le chatbot, ou n’est plus là.',
      en: 'This person has blocked the chatbot, or is gone.',
    },
  },
  whatsapp_message_refused: {
    status: 422,
    title: { fr: 'WhatsApp a refusé ce message.', en: 'WhatsApp refused this message.' },
  },
  whatsapp_message_malformed: {
    status: 422,
    title: {
      fr: 'WhatsApp n’a pas compris ce message. L’erreur est de notre côté, et elle est notée.',
      en: 'WhatsApp did not understand this message. The mistake is ours, and has been noted.',
    },
  },
  whatsapp_undeliverable: {
    status: 409,
    title: {
      fr: 'WhatsApp n’a pas pu remettre ce message\u00a0: cette personne n’a plus WhatsApp, ou une version trop ancienne, ou elle a bloqué ce numéro.',
      en: 'WhatsApp could not deliver this message: this person has no WhatsApp any more, or too old a version, or has blocked this number.',
    },
  },
  whatsapp_held_back: {
    status: 409,
    title: {
      fr: 'Meta n’a pas remis ce message\u00a0: il limite ce que chaque personne reçoit.',
      en: 'Meta did not deliver this message: it limits what each person receives.',
    },
  },
  whatsapp_spam_limited: {
    status: 409,
    title: {
      fr: 'Meta limite les envois de ce numéro\u00a0: trop de ses messages ont été bloqués ou signalés.',
      en: 'Meta limits what this number sends: too many of its messages were blocked or reported.',
    },
  },
  whatsapp_payment_missing: {
    status: 409,
    title: {
      fr: 'Meta n’envoie plus les messages de ce numéro\u00a0: son compte n’a pas de moyen de paiement valable. Ajoutez-en un dans WhatsApp Manager.',
      en: 'Meta no longer sends this number’s messages: its account has no valid payment method. Add one in WhatsApp Manager.',
    },
  },
  whatsapp_name_not_approved: {
    status: 409,
    title: {
      fr: 'Meta n’a pas approuvé le nom affiché de ce numéro, et n’envoie pas ses messages. Voyez-le dans WhatsApp Manager.',
      en: 'Meta has not approved this number’s display name, and does not send its messages. See it in WhatsApp Manager.',
    },
  },
  whatsapp_window_closed: {
    status: 409,
    title: {
      fr: 'Plus de 24 heures ont passé depuis le dernier message de cette personne : WhatsApp n’envoie plus rien sans qu’elle réécrive.',
      en: 'More than 24 hours have passed since this person’s last message: WhatsApp sends nothing until they write again.',
    },
  },
  whatsapp_unreachable: {
    status: 503,
    title: { fr: 'WhatsApp ne répond pas. Réessayez.', en: 'WhatsApp doesn’t answer. Try again.' },
  },
  whatsapp_token_invalid: {
    status: 422,
    title: {
      fr: 'Meta refuse ce jeton d’accès. Créez-en un permanent, d’un utilisateur système, pour cette application.',
      en: 'Meta refuses this access token. Create a permanent one, of a system user, for this app.',
    },
  },
  whatsapp_client_secret_wrong: {
    status: 422,
    title: {
      fr: 'L’identifiant et la clé secrète ne vont pas ensemble. Copiez-les depuis Paramètres › Général de l’application.',
      en: 'The Client ID and the Client Secret don’t belong together. Copy them from the app’s Settings › Basic.',
    },
  },
  whatsapp_permission_missing: {
    status: 422,
    title: {
      fr: 'Il manque une autorisation à ce jeton.',
      en: 'This token lacks a permission.',
    },
  },
  whatsapp_account_not_found: {
    status: 422,
    title: {
      fr: 'Ce compte WhatsApp Business n’est pas visible avec ce jeton. Vérifiez l’identifiant, et que le compte est attribué à l’utilisateur système.',
      en: 'This WhatsApp Business account is not visible with this token. Check its id, and that it is assigned to the system user.',
    },
  },
  whatsapp_no_phone_number: {
    status: 422,
    title: {
      fr: 'Ce compte n’a pas encore de numéro. Ajoutez-en un dans WhatsApp Manager.',
      en: 'This account has no phone number yet. Add one in WhatsApp Manager.',
    },
  },
  whatsapp_choose_number: {
    status: 409,
    title: {
      fr: 'Ce compte a plusieurs numéros. Choisissez celui du chatbot.',
      en: 'This account has several numbers. Choose the chatbot’s.',
    },
  },
  whatsapp_number_in_use: {
    status: 409,
    title: {
      fr: 'Ce numéro sert déjà à un chatbot.',
      en: 'This number already serves a chatbot.',
    },
  },
  whatsapp_number_not_registered: {
    status: 422,
    title: {
      fr: 'Ce numéro n’est pas encore enregistré auprès de l’API Cloud. Terminez son inscription, avec son code à six chiffres, dans WhatsApp Manager.',
      en: 'This number is not registered with the Cloud API yet. Finish its registration, with its six-digit PIN, in WhatsApp Manager.',
    },
  },
  whatsapp_subscription_refused: {
    status: 422,
    title: {
      fr: 'Meta n’a pas accepté l’adresse de notre serveur. Collez-la vous-même dans la configuration WhatsApp de l’application.',
      en: 'Meta did not accept our server’s address. Paste it yourself into the app’s WhatsApp configuration.',
    },
  },
  whatsapp_subscription_lost: {
    status: 409,
    title: {
      fr: 'Meta ne nous remet plus les messages de ce numéro\u00a0: l’application n’est plus abonnée, ou à une autre adresse. Reconnectez-le.',
      en: 'Meta no longer delivers this number’s messages to us: the app is no longer subscribed, or at another address. Reconnect it.',
    },
  },
  whatsapp_token_expires: {
    status: 422,
    title: {
      fr: 'Ce jeton d’accès va expirer. Remplacez-le par un jeton permanent.',
      en: 'This access token will expire. Replace it by a permanent one.',
    },
  },
  whatsapp_quality_low: {
    status: 422,
    title: {
      fr: 'Meta juge faible la qualité des messages de ce numéro, et peut le limiter.',
      en: 'Meta rates this number’s messages as low quality, and may limit it.',
    },
  },
  whatsapp_account_restricted: {
    status: 422,
    title: {
      fr: 'Meta a restreint ce compte. Voyez pourquoi, et demandez un nouvel examen, sur business.facebook.com/business-support-home.',
      en: 'Meta has restricted this account. See why, and ask for a review, at business.facebook.com/business-support-home.',
    },
  },
  whatsapp_number_gone: {
    status: 422,
    title: {
      fr: 'Ce numéro n’existe plus chez Meta.',
      en: 'This number no longer exists at Meta.',
    },
  },

  temporarily_unavailable: {
    status: 503,
    title: {
      fr: 'L’assistant est momentanément indisponible. Réessayez plus tard.',
      en: 'The assistant is temporarily unavailable. Please try again later.',
    },
  },
  conversation_busy: {
    status: 409,
    title: {
      fr: 'Une réponse est déjà en cours dans cette conversation.',
      en: 'An answer is already being written in this conversation.',
    },
  },
  domain_not_allowed: {
    status: 403,
    title: {
      fr: 'Cet assistant n’est pas disponible sur ce site.',
      en: 'This assistant is not available on this site.',
    },
  },

  unsupported_type: {
    status: 415,
    title: {
      fr: 'Ce type de fichier n’est pas pris en charge. Déposez un PDF, TXT, DOCX, XLSX ou CSV.',
      en: 'This file type is not supported. Upload a PDF, TXT, DOCX, XLSX or CSV.',
    },
  },
  type_mismatch: {
    status: 415,
    title: {
      fr: 'Le contenu de ce fichier ne correspond pas à son extension. Enregistrez-le de nouveau dans le bon format.',
      en: 'This file’s content does not match its extension. Save it again in the right format.',
    },
  },
  too_large: {
    status: 413,
    title: {
      fr: 'Ce fichier dépasse 50 Mo. Divisez-le, puis réessayez.',
      en: 'This file is over 50 MB. Split it and try again.',
    },
  },
  empty_file: { status: 422, title: { fr: 'Ce fichier est vide.', en: 'This file is empty.' } },
  encrypted_file: {
    status: 422,
    title: {
      fr: 'Ce fichier est protégé par un mot de passe. Retirez la protection, puis déposez-le de nouveau.',
      en: 'This file is password-protected. Remove the protection and upload it again.',
    },
  },
  corrupt_file: {
    status: 422,
    title: {
      fr: 'Ce fichier est endommagé. Ouvrez-le, enregistrez-le de nouveau, puis redéposez-le.',
      en: 'This file is damaged. Open it, save it again, and upload it once more.',
    },
  },
  no_text: {
    status: 422,
    title: {
      fr: 'Aucun texte n’a été trouvé : ce document ne contient que des images. Exportez-le avec du texte, ou déposez un DOCX.',
      en: 'No text was found: this document only contains images. Export it with text, or upload a DOCX.',
    },
  },
  limit_exceeded: {
    status: 422,
    title: {
      fr: 'Ce document dépasse une limite de lecture. Divisez-le, puis réessayez.',
      en: 'This document exceeds a reading limit. Split it and try again.',
    },
  },
  timed_out: {
    status: 422,
    title: {
      fr: 'La lecture de ce document prend trop de temps. Divisez-le ou simplifiez-le, puis réessayez.',
      en: 'Reading this document takes too long. Split or simplify it and try again.',
    },
  },
  file_space_exceeded: {
    status: 403,
    title: {
      fr: 'Vos fichiers occupent toute la place que votre offre leur donne. Supprimez-en, ou changez d’offre.',
      en: 'Your files take all the space that your plan gives them. Delete some, or change your plan.',
    },
  },
  storage_quota_exceeded: {
    status: 403,
    title: {
      fr: 'Il ne reste pas assez de jetons de stockage pour cette source. Changez d’offre pour l’ajouter.',
      en: 'Not enough storage tokens are left for this source. Upgrade your plan to add it.',
    },
  },
  address_refused: {
    status: 422,
    title: {
      fr: 'Cette adresse ne peut pas être lue. Indiquez l’adresse publique d’une page web.',
      en: 'This address can’t be read. Enter the public address of a web page.',
    },
  },
  fetch_failed: {
    status: 422,
    title: {
      fr: 'La page n’a pas pu être lue. Vérifiez l’adresse, puis relancez.',
      en: 'The page could not be read. Check the address and retry.',
    },
  },
  unsupported_media_type: {
    status: 422,
    title: {
      fr: 'Cette adresse ne mène pas à une page web lisible.',
      en: 'This address does not lead to a readable web page.',
    },
  },
  invalid_sitemap: {
    status: 422,
    title: {
      fr: 'Cette adresse doit être celle d’un sitemap XML valide.',
      en: 'This must be a valid XML sitemap URL.',
    },
  },
  no_page_text: {
    status: 422,
    title: {
      fr: 'Cette page ne contient pas de texte à lire.',
      en: 'This page holds no text to read.',
    },
  },
  bot_protection: {
    status: 422,
    title: {
      fr: 'Le site bloque notre robot. Autorisez-le, puis relancez.',
      en: 'The site blocks our crawler. Allow it, then retry.',
    },
  },
  robots_disallowed: {
    status: 422,
    title: {
      fr: 'Le fichier robots.txt du site interdit la lecture de cette page.',
      en: 'The site’s robots.txt forbids reading this page.',
    },
  },
  requires_authentication: {
    status: 422,
    title: {
      fr: 'Cette page demande de se connecter : elle ne peut pas être lue.',
      en: 'This page requires signing in, so it can’t be read.',
    },
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

export const sourceErrorCodes = [
  'unsupported_type',
  'type_mismatch',
  'too_large',
  'empty_file',
  'encrypted_file',
  'corrupt_file',
  'no_text',
  'limit_exceeded',
  'timed_out',
  'storage_quota_exceeded',
  'file_space_exceeded',
  'address_refused',
  'fetch_failed',
  'unsupported_media_type',
  'invalid_sitemap',
  'no_page_text',
  'bot_protection',
  'robots_disallowed',
  'requires_authentication',
] as const satisfies readonly ErrorCode[];
export type SourceErrorCode = (typeof sourceErrorCodes)[number];
