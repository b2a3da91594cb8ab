/** Addresses outside the contract's calls: where browsers are redirected to, what monitors the process, and the page of the API. */
export const addresses = {
  google: '/api/auth/google',
  company: '/api/auth/empresa',
  health: '/api/health',
  ready: '/api/ready',
  projectionHealth: '/api/health/projections',
  metrics: '/metrics',
  docs: '/api/docs',
  /** The client for TypeScript, as npm installs it from an address. */
  client: '/api/docs/cliente.tgz',
} as const;

/** Only http and https addresses, never `javascript:`; or a path of the school itself. */
export const isAddress = (value: string): boolean =>
  /^\/(?![/\\])[^\s<>"]*$/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value) && !/[\s<>"]/.test(value));
