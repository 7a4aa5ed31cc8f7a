import { foldForQuantities } from './quantity-readings.ts';

const maxCourtesyLength = 220;

/** Sentences that say nothing of the owner's business, as people and models write them; without accents and capitals. */
const sentences: readonly RegExp[] = [
  // Greetings, thanks, wishes.
  /^(?:bonjour|bonsoir|salut|hello|hi|good (?:morning|afternoon|evening)|bienvenue|welcome)(?: (?:a vous|et bienvenue|there|and welcome|madame|monsieur))*$/,
  /^(?:merci|thank you|thanks)(?: beaucoup| very much| so much)?(?: (?:pour|de|for) (?:votre|cette|your|this|the) (?:question|message|interet|interest|patience|demande))?$/,
  /^(?:je vous en prie|de rien|avec (?:grand )?plaisir|you(?:'re| are) welcome|my pleasure|with pleasure|happy to help|glad to help|n'y a pas de quoi)$/,
  /^(?:bonne|belle|excellente) (?:journee|soiree|visite|continuation|semaine|fin de journee)(?: a vous)?$/,
  /^(?:have|enjoy) (?:a|your) (?:nice|great|good|lovely|wonderful|pleasant)? ?(?:day|evening|visit|stay|week|time|one)$/,
  /^(?:a bientot|au revoir|see you soon|goodbye|bye|cordialement|kind regards|best regards|bien a vous)$/,
  // Openings.
  /^(?:(?:oui|non|yes|no|bien sur|certainement|tout a fait|absolument|d'accord|entendu|effectivement|en effet|of course|certainly|absolutely|sure|indeed|definitely|all right|alright|great question|bonne question|good question|parfait|perfect|great|super|exactement|exactly|malheureusement|unfortunately|volontiers|gladly)(?: (?:bien sur|absolument|tout a fait|of course|indeed|absolutely))?)$/,
  /^(?:je comprends|je vois|i understand|i see|c'est une (?:bonne|excellente) question|that's a (?:good|great) question)(?: (?:votre (?:question|demande)|your (?:question|request)))?$/,
  /^(?:voici|here(?:'s| is| are))(?: (?:ce que|les|la|le|des|quelques|the|what|some|what you|votre|your))(?: (?:\p{L}+|j'ai|d'informations)){0,6}$/u,
  // Offers of help.
  /(?:n'hesitez (?:pas|surtout pas) a|hesitez pas si|feel free to|don't hesitate to|do not hesitate to|please let (?:me|us) know|let (?:me|us) know if|just let (?:me|us) know)/,
  /^(?:je reste|nous restons|je suis|nous sommes) a votre (?:entiere )?(?:disposition|ecoute|service)/,
  /^i(?:'m| am) (?:here|happy|glad) to help/,
  /^(?:si vous avez|if you have|si vous souhaitez|if you would like|if you'd like|si besoin|pour toute|for any)(?: [\p{L}'’-]+){0,3} (?:autres? questions?|d'autres questions|questions?|more information|further (?:questions|information)|more details|plus d'informations|plus de details|(?:other|more|further) (?:question|help|information))/u,
  /^(?:i|j'|je|nous|we)(?: )?(?:hope|espere|esperons)(?: que)? (?:this|that|cela|ces informations|cette reponse|it|ceci|these details)(?: [\p{L}'-]+){0,6}$/u,
  /^(?:(?:avez|auriez)-vous (?:d'autres|une autre) questions?|puis-je vous aider (?:pour|avec|sur)? ?(?:autre chose|un autre sujet)?|(?:souhaitez|voulez|desirez)-vous (?:en savoir plus|d'autres (?:informations|details|renseignements)|plus (?:de details|d'informations)|(?:que je|autre chose)[\p{L}' -]{0,60})|y a-t-il autre chose[\p{L}' -]{0,40})$/u,
  /^(?:(?:do you have|have you) any other questions?|(?:can|may|could) i help (?:you )?(?:with )?(?:anything|something) else|is there anything else[\p{L}' -]{0,40}|would you like (?:to know more|more (?:information|details)|me to [\p{L}' -]{0,60})|anything else[\p{L}' -]{0,40})$/u,
  // What they don't know, said openly.
  /^(?:(?:je suis|nous sommes) (?:vraiment )?desolee?s?|desolee?|(?:i am|i'm|we are|we're) (?:very |really )?sorry|sorry|toutes mes excuses|my apologies)$/,
  /^(?:(?:(?:je suis|nous sommes) )?desolee?s?,? |(?:i am|i'm) sorry,? (?:but )?|sorry,? (?:but )?|malheureusement,? |unfortunately,? )?(?:mais )?(?:je n'ai (?:pas|malheureusement pas)|je ne (?:dispose|trouve|connais|sais|peux)|nous n'avons pas|i (?:do not|don't|could not|couldn't|cannot|can't) (?:have|find|know)|i have no|i was (?:unable|not able) to find|les (?:passages|documents|sources) ne|the (?:passages|documents|sources) (?:do not|don't)|il n'y a pas d'information|there is no information|aucune information)/,
  // Whom to turn to, whose address is checked by itself.
  /^(?:(?:pour [\p{L}' -]{0,60},? )?(?:vous pouvez|you can|you may|please|veuillez|merci de|nous vous invitons a|je vous invite a|je vous conseille de|i recommend|i suggest|we invite you to|for (?:more|further) [\p{L}' -]{0,40},? )?,? ?(?:nous )?(?:contact(?:er|ez|ing)?|joindre|ecri(?:re|vez)|appele[rz]|write to|call|reach|email|e-mail|ask)(?:-nous)?(?: [\p{L}'’-]+){0,8})$/u,
];

/** An offer to go on: what it asks for, it does not say. */
const offer =
  /^(?:(?:voulez|souhaitez|desirez|aimeriez|preferez|cherchez|parlez)-vous|(?:puis|dois)-je|(?:would|do|are) you (?:like|want|prefer|looking|asking|interested)|(?:can|may|shall|should) i) /;

/** Whether a sentence is one of courtesy, which needs no passage. What it names is checked by itself. */
export function isCourtesy(sentence: string): boolean {
  if (sentence.length > maxCourtesyLength) return false;
  const words = foldForQuantities(sentence)
    .replace(/[^\p{L}\p{N}'’,\s-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ,/g, ',')
    .trim()
    .replace(/(?<![, ])[, ]+$/, '');
  if (words === '') return true;
  if (/\?["»”*\s]*$/.test(sentence) && offer.test(words)) return true;
  return (
    sentences.some((pattern) => pattern.test(words)) ||
    sentences.some((pattern) => pattern.test(words.replace(/,/g, '')))
  );
}
