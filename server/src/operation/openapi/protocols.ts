type Json = Record<string, unknown>;

/**
 * The protocols of the official client, which have shapes of their own and no constant in the contract: every address
 * with its members by name. `user` needs a session, `key` the publishable key alone, `open` neither.
 */
type Access = 'user' | 'key' | 'open';
type Call = readonly [address: string, summary: string, access: Access, body?: string];

const calls: readonly Call[] = [
  ['GET /auth/v1/health', 'Whether the service of accounts answers', 'open'],
  ['GET /auth/v1/settings', 'Which ways of signing in are offered', 'key'],
  ['GET /auth/v1/.well-known/jwks.json', 'The public keys of access tokens', 'open'],
  ['POST /auth/v1/signup', 'Makes an account and mails its confirmation', 'key', 'email password data?'],
  [
    'POST /auth/v1/token',
    'A session, by `grant_type` password, refresh_token, pkce or id_token',
    'key',
    'email? password? refresh_token? auth_code? code_verifier? provider? id_token? nonce?',
  ],
  ['POST /auth/v1/otp', 'Mails a link and a code to sign in with', 'key', 'email create_user? data?'],
  ['POST /auth/v1/verify', 'A session for a code or a link’s token', 'key', 'type email? token? token_hash?'],
  ['GET /auth/v1/verify', 'Where a mail’s link leads: goes on to an address of ours', 'open'],
  ['POST /auth/v1/recover', 'Mails a link and a code to set a password with', 'key', 'email'],
  ['POST /auth/v1/resend', 'Mails a confirmation again', 'key', 'type email'],
  ['GET /auth/v1/reauthenticate', 'Mails a code that a change of password may ask for', 'user'],
  ['GET /auth/v1/user', 'The account', 'user'],
  [
    'PUT /auth/v1/user',
    'Changes address, password or metadata',
    'user',
    'email? password? current_password? nonce? data?',
  ],
  ['POST /auth/v1/logout', 'Ends sessions, by `scope` global, local or others', 'user'],
  ['GET /auth/v1/authorize', 'Goes to a sign-in provider', 'open'],
  ['GET /auth/v1/callback', 'Where the provider comes back', 'open'],
  ['POST /auth/v1/callback', 'Where the provider comes back with a form', 'open'],
  ['GET /auth/v1/user/identities/authorize', 'Links an identity of a provider', 'user'],
  ['DELETE /auth/v1/user/identities/{id}', 'Removes an identity', 'user'],
  ['POST /auth/v1/factors', 'Begins a second step', 'user', 'factor_type friendly_name? issuer?'],
  ['POST /auth/v1/factors/{id}/challenge', 'Asks for a code of the second step', 'user'],
  ['POST /auth/v1/factors/{id}/verify', 'Proves the second step', 'user', 'challenge_id code'],
  ['DELETE /auth/v1/factors/{id}', 'Removes a second step', 'user'],
  ['POST /auth/v1/sso', 'Where an organisation signs in', 'key', 'domain? provider_id? redirect_to?'],
  ['GET /auth/v1/sso/saml/metadata', 'What an identity provider must know of us', 'open'],
  ['POST /auth/v1/sso/saml/acs', 'Where the identity provider comes back', 'open'],
  ['GET /rest/v1/profiles', 'One’s own profile, by select lists and filters', 'user'],
  [
    'POST /rest/v1/profiles',
    'Adds one’s own profile or merges into it',
    'user',
    'id first_name? last_name? website? receive_updates? preferred_locale? google_consent_completed? updated_at?',
  ],
  [
    'PATCH /rest/v1/profiles',
    'Changes one’s own profile where filters let it pass',
    'user',
    'first_name? last_name? website? receive_updates? preferred_locale? google_consent_completed? updated_at?',
  ],
  [
    'POST /functions/v1/security-monitor',
    'Stores a security event of the page',
    'user',
    'timestamp event severity details? userAgent? url? source?',
  ],
  ['POST /functions/v1/handle-google-auth', 'Makes the profile of who came by Google', 'user'],
  ['POST /webhooks/stripe', 'Where Stripe tells of a change, signed; 404 without keys', 'open'],
  ['GET /realtime/v1/websocket', 'Upgrades to a socket that tells changes of one’s own rows', 'key'],
];

const security = { user: [{ bearer: [], apikey: [] }], key: [{ apikey: [] }], open: [] };

const bodyOf = (members: string): Json => {
  const names = members.split(' ');
  return {
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), {}])),
            required: names.filter((name) => !name.endsWith('?')),
          },
        },
      },
    },
  };
};

/** The paths of OpenAPI for what the official client speaks. */
export function protocolPaths(): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [address, summary, access, body] of calls) {
    const [method = '', path = ''] = address.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        summary,
        security: security[access],
        parameters: path.includes('{id}')
          ? [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }]
          : [],
        ...(body === undefined ? {} : bodyOf(body)),
        responses: {
          default: { description: 'As the official client of the protocol (supabase-js 2) expects it' },
        },
      },
    };
  }
  return paths;
}
