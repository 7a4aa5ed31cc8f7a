/** A longer line says more than one thing by its name. */
const maxLineLength = 160;

/** "Coupe femme ........ 35 €", "Balayage	dès 60 €", "Soupe … 7 €": what leads the eye from a name to its value. */
const leader =
  /(?<![ \u00a0])[ \u00a0]*(?:\t[\t ]*|(?:\.{3,}|(?: \.){3,}|…{2,}|·{3,}|_{3,}| …(?= ))[ \u00a0.\t]*)/u;
/** A page's number behind its title's dots is no value. */
const pageNumber = /^\d{1,4}$/;
const namedEntry =
  /^(?:[-•–*·]\s*)?[\p{Lu}\p{N}«“"'(][^:.!?]{1,44}[^:.!?\s](?:\s?\([^()]{1,30}\))?\.?\s?:\s\S/u;
/** "Article 3 : Caution", "Annexe II : Plan d’accès": the title of a part. */
const partTitle =
  /^(?:chapitre|chapter|partie|part|section|titre|annexe|appendix|article)\s+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])(?:er|re|bis|ter)?\s?:\s\p{L}/iu;
const amount = String.raw`(?:\d[\d\s.,]{0,10}\s?(?:€|euros?|eur|£|\$|chf|francs?)(?:\s?\d{2})?|[£$€]\s?\d[\d.,]{0,10})`;
const pricedEntry = new RegExp(
  String.raw`^[\p{Lu}\p{N}«“"'(•*–-].{1,80}\s${amount}(?:\s?(?:/|par|per|la|le|l['’]|the|an?)\s?[\p{L}’' ]{1,25})?$`,
  'iu',
);
const day = `(?:lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?|mon(?:day)?|tue(?:s|sday)?|wed(?:nesday)?|thu(?:rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?`;
const dayEntry = new RegExp(
  String.raw`^(?:[-•–*·]\s*)?(?:(?:du|de|le|les|from|on|every|chaque|tous les)\s+)?(?:${day}|jours?(?:\s+f[ée]ri[ée]s?)?|week-?ends?|weekdays?|bank holidays|daily)(?![\p{L}'’])\.?`,
  'iu',
);
const hour = /\d\s?(?:h(?!\p{L})|heures?|[ap]\.?m\b|:\d\d)/iu;
const endsClosed = /(?:ferm[ée]e?s?|closed|sur rendez-vous|by appointment)\.?$/iu;
const reached =
  /^(?:t[ée]l(?:[ée]phone)?s?|phone|mobile|portable|fax|gsm|whatsapp|e-?mail|mail|courriel|m[ée]l|site(?: web| internet)?|web(?:site)?)\b[\s.:]{0,3}\S*[\d@/].{0,80}$/iu;
const contactEntry = /^(?:\+?[\d\s()./-]{8,25}|[^\s@]{1,64}@[^\s@]{3,100}|(?:https?:\/\/|www\.)\S{3,120})$/iu;
const street =
  /^\d{1,4}\s?(?:bis|ter|quater|[a-d])?,?\s+(?:rue|avenue|av\.|boulevard|bd|bld|place|pl\.|chemin|impasse|all[ée]e|quai|route|cours|square|passage|ruelle|sentier|voie|faubourg|esplanade|rond-point|zone|z\.?[ai]\.?)\s/iu;
const englishStreet =
  /^\d{1,4}[a-d]?,?\s+(?:\p{Lu}[\p{L}'’-]{1,30}\s){1,4}(?:street|st|road|rd|avenue|ave|lane|drive|square|way|court|place|terrace|close|crescent|row|hill|park)\b\.?,?.{0,60}$/iu;
const town = /^(?:(?:F|CH|B|L)-)?\d{4,5}\s+\p{Lu}[\p{L}'’ -]{1,40}(?:\s+cedex(?:\s+\d{1,2})?)?$/u;
const britishTown = /^\p{Lu}[\p{L}'’, -]{1,60}\s[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}$/u;

/** What every entry has and most lines lack. */
const saysValue = /[\d:@…\t_·]|\.{3}| \. \.|www|ferm|closed|sur rendez|by appoin/i;
/** Whether a text goes on after a sentence's end: then it is prose, whatever it begins with. */
const hasSentences = /[.!?]\s+\p{Lu}\p{Ll}/u;

/** The parts of a line that dots or tabs lead apart, as "name : value"; undefined where nothing does. */
function splitAtLeader(line: string): string | undefined {
  if (line.length > maxLineLength || !/[\t…·_]|\.{3}| \. \./.test(line)) return undefined;
  const [name = '', ...values] = line
    .trim()
    .split(leader)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (values.length === 0 || !/\p{L}/u.test(name) || values.some((value) => pageNumber.test(value)))
    return undefined;
  const value = values.join(', ');
  // "Il hésita ... Puis il parla", a tab that only sets words apart: they lead nowhere.
  const isValue = line.includes('\t')
    ? /^(?:[+(€£$]?\s?\d|\p{Ll})/u.test(value)
    : /\d|^\p{Ll}+(?:\s\p{Ll}+){0,3}$/u.test(value);
  if (!isValue || value.length > 50) return undefined;
  return name.endsWith(':') ? `${name} ${value}` : `${name} : ${value}`;
}

/**
 * A line of opening hours, a price list or contact details, as it is to be quoted: one thing by its name, neither prose
 * nor a title. Undefined for any other text.
 */
export function entryOf(text: string): string | undefined {
  if (text.length > maxLineLength + 40 || !saysValue.test(text)) return undefined;
  const line = text.trim();
  if (line.length > maxLineLength || line.includes('\n')) return undefined;
  const apart = splitAtLeader(line);
  if (apart !== undefined) return apart;
  if (hasSentences.test(line)) return undefined;
  const isEntry =
    (line.length <= 120 && namedEntry.test(line) && !partTitle.test(line)) ||
    pricedEntry.test(line) ||
    (dayEntry.test(line) && (hour.test(line) || endsClosed.test(line))) ||
    reached.test(line) ||
    contactEntry.test(line) ||
    street.test(line) ||
    englishStreet.test(line) ||
    town.test(line) ||
    britishTown.test(line);
  return isEntry ? line : undefined;
}

export const isEntry = (text: string) => entryOf(text) !== undefined;
