/** Size limits of a package of a course (packages.ts). */
const MB = 1024 * 1024;
export const packageLimits = {
  /** Of the package as it is uploaded. */
  bytes: 300 * MB,
  /** Of its unpacked content. */
  unpacked: 400 * MB,
  /** Of `curso.json`. */
  text: 16 * MB,
  files: 1_000,
  modules: 200,
  /** Of the whole course, for each kind of part. */
  classes: 2_000,
  parts: 6_000,
} as const;
