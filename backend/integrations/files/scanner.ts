import { connect } from 'node:net';

/** Where a scanner listens that speaks the protocol of clamd. */
export interface ScannerPlace {
  host: string;
  port: number;
}
/** Parses `clamd://host:3310`; null where it is not such an address. */
export function readScanner(address: string): ScannerPlace | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, port, pathname, username, search } = new URL(address);
  if (protocol !== 'clamd:' || hostname === '' || !/^\/?$/.test(pathname) || username !== '' || search !== '') return null;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
}

const CHUNK_BYTES = 64 * 1024;
/** How long the scanner may be silent, in milliseconds. */
const SILENCE_MS = 30_000;

/** The scanner takes no file of this size (clamd's `StreamMaxLength`), so a repeat would fail too. */
export class BeyondScanner extends Error {}

/**
 * Whether the scanner finds nothing in this content. By clamd's INSTREAM (clamd(8)): chunks preceded by their lengths, an empty one at the end, one line as
 * the answer. Throws BeyondScanner; any other error where the scanner cannot be reached, or its answer says neither.
 */
export const isClean = ({ host, port }: ScannerPlace, content: Buffer): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let said = '';
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error('the scanner of files does not answer')));
    let failed: Error | null = null;
    // The scanner may have explained why it hangs up while it was still being written to.
    socket.on('error', (error) => {
      failed = error;
    });
    socket.on('data', (part) => {
      said += part.toString('latin1');
    });
    socket.on('close', () => {
      if (/: OK\0?\s*$/.test(said)) resolve(true);
      else if (/ FOUND\0?\s*$/.test(said)) resolve(false);
      else if (/size limit exceeded/i.test(said)) reject(new BeyondScanner('the file is larger than the scanner takes (StreamMaxLength)'));
      else reject(failed ?? new Error(`the scanner of files says ${JSON.stringify(said.slice(0, 200))}`));
    });
    socket.write('zINSTREAM\0');
    const length = Buffer.alloc(4);
    for (let at = 0; at < content.length; at += CHUNK_BYTES) {
      const chunk = content.subarray(at, at + CHUNK_BYTES);
      length.writeUInt32BE(chunk.length);
      socket.write(Buffer.from(length));
      socket.write(chunk);
    }
    socket.write(Buffer.alloc(4));
  });
