/** The stores that these tests are to run on instead of the embedded ones: both, empty, or none. See tests/remote.ts. */
export function remoteStores(): Record<string, string> | null {
  const { BROWSER_EVENT_STORE: log, BROWSER_READ_STORE: read } = process.env;
  if (!log || !read) return null;
  return {
    ...{ EVENT_STORE: log, READ_STORE: read, FILES_URL: 'mongodb' },
    ...{ SESSION_SECRET: 's'.repeat(40), PERSONAL_DATA_KEY: Buffer.alloc(32, 7).toString('base64') },
  };
}
