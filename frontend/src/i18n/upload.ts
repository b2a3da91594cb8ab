import { addTexts } from './i18n.ts';
import upload from './upload.es-MX.json';

declare module './i18n.ts' {
  interface Texts {
    upload: typeof upload;
  }
}
/** Why a picture could not be uploaded. */
addTexts('upload', upload);
