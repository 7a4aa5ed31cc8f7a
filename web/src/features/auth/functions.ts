import { accessToken, clientInfo } from '../../lib/calls/auth-client.ts';
import { publicConfig } from '../../lib/calls/config.ts';
import { timedFetch } from '../../lib/calls/fetch.ts';

/** The functions' client, fetched when it is first needed. */
async function functions() {
  const [{ FunctionsClient }, { publishableKey }, token] = await Promise.all([
    import('@supabase/functions-js'),
    publicConfig(),
    accessToken(),
  ]);
  return new FunctionsClient(`${window.location.origin}/functions/v1`, {
    headers: { ...clientInfo, apikey: publishableKey, Authorization: `Bearer ${token}` },
    customFetch: timedFetch,
  });
}

/** Makes the profile of who came with the social provider; called again it changes nothing. */
export async function makeGoogleProfile(): Promise<void> {
  const { error } = await (await functions()).invoke('handle-google-auth');
  if (error) throw error;
}

/** An event as specification §3 shapes it. */
export interface SecurityEvent {
  timestamp: string;
  event: string;
  severity: 'low' | 'medium' | 'high' | 'critical';
  details: Record<string, unknown>;
  userAgent: string;
  url: string;
  source: string;
}

export async function reportSecurityEvent(event: SecurityEvent): Promise<void> {
  const { error } = await (await functions()).invoke('security-monitor', { body: { ...event } });
  if (error) throw error;
}
