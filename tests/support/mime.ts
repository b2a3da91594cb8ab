/** Reads what our own mails are made of: headers with encoded words, and text parts in quoted-printable, base64 or plain. */

export interface Parsed {
  header(name: string): string[];
  subject: string;
  text: string;
  html: string;
}

const bytes = (text: string, encoding: string): Buffer => {
  if (encoding === 'base64') return Buffer.from(text, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'utf8');
  const plain = text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
};

/** RFC 2047: `=?UTF-8?Q?…?=`; blanks between two of them do not count. */
export const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, kind = '', text = '']) =>
          kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : bytes(text.replaceAll('_', ' '), 'quoted-printable'),
        ),
      ).toString('utf8'),
    );

function split(raw: string): { headers: [name: string, value: string][]; body: string } {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end ? raw.slice(0, end.index) : raw;
  const headers = head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .map((line): [string, string] => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  return { headers, body: end ? raw.slice(end.index + end[0].length) : '' };
}

function parts(raw: string): { type: string; text: string }[] {
  const { headers, body } = split(raw);
  const of = (name: string) => headers.find(([one]) => one === name)?.[1] ?? '';
  const type = of('content-type');
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .flatMap((part) => parts(part.replace(/^\r?\n/, '')));
  return [{ type: type.split(';')[0] ?? '', text: bytes(body, of('content-transfer-encoding').toLowerCase()).toString('utf8') }];
}

export function readMime(raw: string): Parsed {
  const { headers } = split(raw);
  const header = (name: string) => headers.filter(([one]) => one === name.toLowerCase()).map(([, value]) => value);
  const found = parts(raw);
  const of = (type: string) => (found.find((part) => part.type === type)?.text ?? '').replaceAll('\r\n', '\n').trimEnd();
  return { header, subject: decodeWords(header('subject')[0] ?? ''), text: of('text/plain'), html: of('text/html') };
}
