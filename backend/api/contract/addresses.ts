/** Addresses outside the contract's calls: where browsers are redirected to, what monitors the process, and the page of the API. */
export const addresses = {
  google: '/api/auth/google',
  company: '/api/auth/empresa',
  /** The school at a company’s provider, by SAML 2.0: its metadata document, and where responses are posted to. */
  samlService: '/api/auth/empresa/saml/:servicio',
  samlConsumer: '/api/auth/empresa/saml/:servicio/acs',
  /** Where learning platforms send people, by LTI 1.3: first to say that somebody comes, then with who it is. */
  ltiLogin: '/api/lti/login',
  ltiLaunch: '/api/lti/launch',
  /** From a frame of the platform: opens the choice in a window, and says whether it was made. */
  ltiWindow: '/api/lti/ventana',
  ltiWait: '/api/lti/espera',
  /** Leads the browser back to the platform with what was chosen, by the id of the choice. */
  ltiAnswer: '/api/lti/respuesta',
  /** The keys by which they verify what the school signs. */
  ltiKeys: '/api/lti/jwks',
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
