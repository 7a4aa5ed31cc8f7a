import type { Language } from '@parlance/contract/i18n';
import type { ChatbotRow } from '../../chatbots/service.ts';
import type { Country } from './public-holidays.ts';

const zones = (country: Country, area: string, places: string): [string, Country][] =>
  places.split(/\s+/).map((place) => [area === '' ? place : `${area}/${place}`, country]);

/** Time zones by country, of those whose public holidays are known, where they hold in all of the zone. */
const countryOf = new Map<string, Country>([
  ...zones('FR', 'Europe', 'Paris'),
  ...zones('BE', 'Europe', 'Brussels'),
  ...zones('CH', 'Europe', 'Zurich'),
  ...zones('LU', 'Europe', 'Luxembourg'),
  ...zones('GB', 'Europe', 'London Belfast'),
  ...zones(
    'CA',
    'America',
    `Toronto Montreal Vancouver Edmonton Winnipeg Halifax St_Johns Regina Moncton Whitehorse Yellowknife Iqaluit Dawson
    Dawson_Creek Goose_Bay Glace_Bay Cambridge_Bay Inuvik Rankin_Inlet Resolute Atikokan Blanc-Sablon Creston Fort_Nelson
    Swift_Current Thunder_Bay Nipigon Rainy_River Pangnirtung Coral_Harbour`,
  ),
  ...zones(
    'US',
    'America',
    `New_York Chicago Denver Los_Angeles Phoenix Anchorage Detroit Boise Juneau Sitka Nome Adak Menominee Metlakatla
    Yakutat Indianapolis Louisville Fort_Wayne Shiprock`,
  ),
  ...zones('US', 'Pacific', 'Honolulu'),
]);
const areas: readonly (readonly [string, Country])[] = [
  ['Canada/', 'CA'],
  ['US/', 'US'],
  ['America/Indiana/', 'US'],
  ['America/Kentucky/', 'US'],
  ['America/North_Dakota/', 'US'],
];

/** A place whose clock and calendar count. */
export interface Place {
  timeZone: string;
  country: Country | undefined;
}

const placeIn = (timeZone: string): Place => ({
  timeZone,
  country: countryOf.get(timeZone) ?? areas.find(([area]) => timeZone.startsWith(area))?.[1],
});

/**
 * Where a chatbot may be at home: of one without a time zone, in several countries that speak its language, and only what
 * holds in all of them is said.
 */
export const placesOf = ({
  time_zone,
  language,
}: Pick<ChatbotRow, 'time_zone' | 'language'>): readonly Place[] =>
  (time_zone === null ? usual[language] : [time_zone]).map(placeIn);

/** The default time zone is Europe/Paris (specification §9), where the language does not speak against it. */
const usual: Record<Language, readonly string[]> = {
  fr: ['Europe/Paris'],
  en: ['Europe/London', 'America/New_York', 'America/Los_Angeles'],
};
