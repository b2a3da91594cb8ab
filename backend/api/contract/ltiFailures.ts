/** Why a launch from a learning platform ended without a session; the page of launches has a text for each. */
export const ltiFailures = [
  ...([
    'LTI_REQUEST',
    'LTI_UNKNOWN',
    'LTI_PAUSED',
    'LTI_STATE',
    'LTI_REPLAYED',
    'LTI_TOKEN',
    'LTI_UNAVAILABLE',
    'LTI_REFUSED',
    'LTI_ROLE',
    'LTI_CHOICE_OVER',
  ] as const),
  ...(['LTI_FAILED', 'TOO_MANY_REQUESTS', 'ACCOUNT_INACTIVE'] as const),
] as const;
export type LtiFailure = (typeof ltiFailures)[number];
