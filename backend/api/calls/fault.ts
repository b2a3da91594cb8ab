import { createHmac } from 'node:crypto';
import { pageAt } from '../contract/pages.ts';

/** What the process log keeps of a browser's error report: where, and which kind of error, and nothing that could identify a person. */

/** The page as a route pattern, without the id of a course or person; or `other`. */
export function placeOf(path: string): string {
  const [address = ''] = path.split(/[?#]/, 1);
  return pageAt(address)?.path ?? 'other';
}

/** Known messages of engines and our libraries, without values. */
const SAID =
  /^(?:\w*(?:Error|Exception): )?(?:Cannot read propert(?:y|ies) of (?:undefined|null)|Cannot set propert(?:y|ies) of (?:undefined|null)|Cannot access|Maximum call stack size exceeded|too much recursion|Invalid array length|Failed to fetch|NetworkError|Load failed|Importing a module script failed|error loading dynamically imported module|The operation was aborted|Unexpected token|Unexpected end of JSON input|Minified React error #\d{1,4}|Rendered (?:more|fewer) hooks|Too many re-renders|Objects are not valid as a React child|Failed to execute '\w{1,40}' on '\w{1,40}')|\b(?:is undefined|is null|is not a function|is not iterable|is not defined|is not a constructor|are not valid as a React child)\b/;
const NAME = /^([A-Z]\w{0,30}(?:Error|Exception))\b/;

/** The kind of error, the known part of its message, and a hash by which equal messages are recognised. */
export function faultOf(said: string, secret: string): { error: string | null; says: string | null; mark: string } {
  const says = SAID.exec(said)?.[0].replace(/^\w*(?:Error|Exception): /, '') ?? null;
  return {
    error: NAME.exec(said)?.[1] ?? null,
    says,
    mark: createHmac('sha256', secret).update(`fault ${said}`).digest('base64url').slice(0, 10),
  };
}
