/** The purpose of a mail; each has a label on the operators' page. A mail queued by an older release may have another one. */
export const mailPurposes = [
  'verify-email',
  'reset-password',
  'invitation',
  'password-changed',
  'change-email',
  'email-change-notice',
  'email-changed-from',
  'email-changed-to',
  'new-session',
  'passkey-added',
  'passkey-removed',
  'google-linked',
  'reminder',
  'digest',
  'data-request',
  'data-request-answer',
  ...(['support', 'support-answer', 'support-closed'] as const),
  ...(['webinar', 'webinar-reminder', 'webinar-cancelled', 'webinar-seat'] as const),
  'gift',
  'account-erased',
] as const;
export type MailPurpose = (typeof mailPurposes)[number];
