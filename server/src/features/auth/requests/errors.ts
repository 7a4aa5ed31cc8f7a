/** Code and status as the Supabase client knows them. */
const statuses = {
  bad_json: 400,
  validation_failed: 400,
  invalid_credentials: 400,
  email_not_confirmed: 400,
  captcha_failed: 400,
  reauthentication_needed: 400,
  bad_code_verifier: 400,
  bad_oauth_callback: 400,
  bad_oauth_state: 400,
  flow_state_already_used: 400,
  phone_provider_disabled: 400,
  provider_disabled: 400,
  refresh_token_not_found: 400,
  refresh_token_already_used: 400,
  session_expired: 400,
  no_authorization: 401,
  bad_jwt: 403,
  insufficient_aal: 403,
  insufficient_scope: 403,
  not_admin: 403,
  otp_expired: 403,
  session_not_found: 403,
  user_banned: 403,
  user_not_found: 403,
  flow_state_not_found: 404,
  manual_linking_disabled: 404,
  mfa_factor_not_found: 404,
  not_found: 404,
  saml_provider_disabled: 404,
  saml_relay_state_not_found: 404,
  sso_provider_not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  request_entity_too_large: 413,
  unsupported_media_type: 415,
  anonymous_provider_disabled: 422,
  email_conflict_identity_not_deletable: 422,
  email_exists: 422,
  flow_state_expired: 422,
  identity_already_exists: 422,
  identity_not_found: 422,
  mfa_challenge_expired: 422,
  mfa_factor_name_conflict: 422,
  mfa_ip_address_mismatch: 422,
  mfa_phone_enroll_not_enabled: 422,
  mfa_verification_failed: 422,
  mfa_webauthn_enroll_not_enabled: 422,
  provider_email_needs_verification: 422,
  reauthentication_not_valid: 422,
  saml_assertion_no_email: 422,
  saml_assertion_no_user_id: 422,
  saml_relay_state_expired: 422,
  same_password: 422,
  single_identity_not_deletable: 422,
  too_many_enrolled_mfa_factors: 422,
  user_sso_managed: 422,
  weak_password: 422,
  over_email_send_rate_limit: 429,
  over_request_rate_limit: 429,
  unexpected_failure: 500,
  service_unavailable: 503,
} as const;

export type AuthErrorCode = keyof typeof statuses;
export type WeakPasswordReason = 'length' | 'characters' | 'pwned';

/** A refusal in the words of the authentication protocol; everything else thrown is a defect. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly weakPassword: WeakPasswordReason[] | undefined;

  constructor(
    code: AuthErrorCode,
    message: string,
    facts: { status?: number; retryAfterSeconds?: number; weakPassword?: WeakPasswordReason[] } = {},
  ) {
    super(message);
    this.code = code;
    this.status = facts.status ?? statuses[code];
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.weakPassword = facts.weakPassword;
  }
}

export const validationError = (message: string) => new AuthError('validation_failed', message);

const protocolVersion = '2024-01-01';

export interface ErrorAnswer {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** The two shapes of the protocol, by the `X-Supabase-Api-Version` of the request. */
export function errorAnswer(
  error: AuthError,
  requestedVersion: string | undefined,
  requestId: string,
): ErrorAnswer {
  const headers: Record<string, string> = {};
  if (error.status === 429 || error.status === 503) {
    headers['retry-after'] = String(Math.max(1, Math.ceil(error.retryAfterSeconds ?? 5)));
  }
  const weakness = error.weakPassword ? { weak_password: { reasons: error.weakPassword } } : {};
  const asked = /^\d{4}-\d{2}-\d{2}$/.test(requestedVersion ?? '')
    ? Date.parse(`${requestedVersion}T00:00:00Z`)
    : Number.NaN;
  if (asked >= Date.parse(protocolVersion)) {
    headers['x-supabase-api-version'] = protocolVersion;
    // A browser behind a proxy that hides the version header still finds the code.
    return {
      status: error.status,
      headers,
      body: { code: error.code, error_code: error.code, message: error.message, ...weakness },
    };
  }
  headers['x-sb-error-code'] = error.code;
  return {
    status: error.status,
    headers,
    body: {
      code: error.status,
      error_code: error.code,
      msg: error.message,
      ...(error.status >= 500 ? { error_id: requestId } : {}),
      ...weakness,
    },
  };
}
