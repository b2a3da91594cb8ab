/** Addresses that are no calls of the contract: where a browser is led to, and what watches the process. */
export const addresses = {
  google: '/api/auth/google',
  health: '/api/health',
  ready: '/api/ready',
} as const;
