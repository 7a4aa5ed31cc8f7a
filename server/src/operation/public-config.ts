import { getCountry, getPublicConfig } from '@parlance/contract/endpoints/operation';
import * as z from 'zod/mini';
import type { Context } from '../context.ts';
import { type Registration, route } from '../kit/http/route.ts';
import { truncateAddress } from '../kit/http/server/truncated-address.ts';

const countryAnswer = z.looseObject({ country_code: z.string().check(z.regex(/^[A-Za-z]{2}$/)) });
const lookupMs = 2500;

/** The country of a truncated address, as the operator's service says; null when it does not. */
async function countryOf({ config, log }: Context, address: string): Promise<string | null> {
  if (config.geoipUrl === undefined) return null;
  const url = new URL(config.geoipUrl);
  url.searchParams.set('ip', truncateAddress(address));
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(lookupMs), redirect: 'error' });
    const parsed = countryAnswer.safeParse(await response.json());
    return response.ok && parsed.success ? parsed.data.country_code.toUpperCase() : null;
  } catch (error) {
    log.debug({ error }, 'the geolocation service did not answer');
    return null;
  }
}

export const publicConfigRoutes = (publishableKey: (context: Context) => Promise<string>): Registration[] => [
  route(getPublicConfig, async (context) => {
    const { config, models } = context;
    return {
      url: config.publicUrl,
      publishableKey: await publishableKey(context),
      google: config.google !== undefined,
      saml: config.samlProviders.length > 0,
      payments: config.stripe !== undefined,
      geoip: config.geoipUrl !== undefined,
      answers: models.chat ? ('generated' as const) : ('quoted' as const),
      captcha: config.captcha ? { provider: config.captcha.provider, siteKey: config.captcha.siteKey } : null,
      supportEmail: config.hasContact ? config.supportEmail : null,
      legal: config.legal,
    };
  }),
  route(getCountry, async (context, { address }) => ({ countryCode: await countryOf(context, address) })),
];
