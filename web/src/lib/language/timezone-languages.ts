import type { Language } from '@parlance/contract/i18n';

const names = (area: string, places: string) => places.split(' ').map((place) => `${area}/${place}`);

/** Zones of the ten countries that speak French here (Canada whole, as its country does). */
const french = new Set([
  ...names('Europe', 'Paris Brussels Zurich Luxembourg Monaco Busingen'),
  ...names('Africa', 'Dakar Abidjan Bamako Timbuktu Ouagadougou'),
  ...names(
    'America',
    'Toronto Montreal Vancouver Edmonton Winnipeg Halifax St_Johns Regina Moncton Whitehorse Yellowknife ' +
      'Iqaluit Dawson Dawson_Creek Goose_Bay Glace_Bay Cambridge_Bay Inuvik Rankin_Inlet Resolute Atikokan ' +
      'Blanc-Sablon Creston Fort_Nelson Swift_Current Thunder_Bay Nipigon Rainy_River Pangnirtung Coral_Harbour',
  ),
]);

const english = new Set([
  ...names('Europe', 'London Dublin Belfast'),
  ...names('Africa', 'Johannesburg'),
  ...names('Asia', 'Kolkata Calcutta Singapore Kuala_Lumpur Kuching Manila'),
  ...names('Pacific', 'Auckland Chatham Honolulu'),
  ...names(
    'America',
    'New_York Chicago Denver Los_Angeles Phoenix Anchorage Detroit Boise Juneau Sitka Nome Adak Menominee ' +
      'Metlakatla Yakutat Indianapolis Louisville Fort_Wayne Shiprock',
  ),
]);
const frenchAreas = ['Canada/'];
const englishAreas = ['Australia/', 'US/', 'America/Indiana/', 'America/Kentucky/', 'America/North_Dakota/'];

export function languageOfTimezone(zone: string): Language | undefined {
  if (french.has(zone) || frenchAreas.some((area) => zone.startsWith(area))) return 'fr';
  if (english.has(zone) || englishAreas.some((area) => zone.startsWith(area))) return 'en';
  return undefined;
}
