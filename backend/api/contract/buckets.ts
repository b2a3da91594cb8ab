import { type RoleCode, roleCodes } from './roles.ts';

/** The kinds of uploads: who may upload, the size limit, and what the file is converted to. */
export interface Bucket {
  roles: readonly RoleCode[];
  maxBytes: number;
  /** The size to which an image is re-encoded. */
  image: { width: number; height: number; fit: 'cover' | 'inside' };
  /** PDF is accepted too: stored unchanged, and only ever downloaded. */
  pdf: boolean;
  /** Whether anyone who has its (unguessable) address may read it; otherwise only signed-in people. */
  open: boolean;
}

const MB = 1024 * 1024;
export const buckets = {
  img_perfiluser: {
    roles: Object.values(roleCodes),
    maxBytes: 8 * MB,
    image: { width: 512, height: 512, fit: 'cover' },
    pdf: false,
    open: true,
  },
  img_curso: { roles: [2, 3], maxBytes: 10 * MB, image: { width: 1600, height: 1600, fit: 'inside' }, pdf: false, open: true },
  img_sitio: { roles: [2], maxBytes: 10 * MB, image: { width: 1600, height: 1600, fit: 'inside' }, pdf: false, open: true },
  recursos: { roles: [2, 3], maxBytes: 20 * MB, image: { width: 2400, height: 2400, fit: 'inside' }, pdf: true, open: false },
  /** What a bank says of a transfer: for whoever sent it and administrators. */
  comprobantes: {
    roles: Object.values(roleCodes),
    maxBytes: 8 * MB,
    image: { width: 2000, height: 2000, fit: 'inside' },
    pdf: true,
    open: false,
  },
} as const satisfies Record<string, Bucket>;
export type BucketName = keyof typeof buckets;

/** The most files of one call. */
export const MAX_FILES = 5;
