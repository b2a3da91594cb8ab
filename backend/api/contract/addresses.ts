/** Addresses outside the contract's calls: where browsers are redirected to, and what monitors the process. */
export const addresses = {
  google: '/api/auth/google',
  health: '/api/health',
  ready: '/api/ready',
} as const;
