import type { RoleCode } from './roles.ts';

/** Where a file may go: who may put it there, how large it may be as it is sent, and what it becomes. */
export interface Bucket {
  roles: readonly RoleCode[];
  maxBytes: number;
  /** The shape in which an image is drawn anew. */
  image: { width: number; height: number; fit: 'cover' | 'inside' };
  /** A PDF too, kept as it is and only ever downloaded. */
  pdf: boolean;
  /** Whether anyone may read it who has its address, which nobody can guess; else one has to be signed in. */
  open: boolean;
}

const MB = 1024 * 1024;
export const buckets = {
  img_perfiluser: { roles: [1, 2, 3, 4], maxBytes: 8 * MB, image: { width: 512, height: 512, fit: 'cover' }, pdf: false, open: true },
  img_curso: { roles: [2, 3], maxBytes: 10 * MB, image: { width: 1600, height: 1600, fit: 'inside' }, pdf: false, open: true },
  img_sitio: { roles: [2], maxBytes: 10 * MB, image: { width: 1600, height: 1600, fit: 'inside' }, pdf: false, open: true },
  recursos: { roles: [2, 3], maxBytes: 20 * MB, image: { width: 2400, height: 2400, fit: 'inside' }, pdf: true, open: false },
} as const satisfies Record<string, Bucket>;
export type BucketName = keyof typeof buckets;

/** Most files of one call. */
export const MAX_FILES = 5;
