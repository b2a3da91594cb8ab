/** How large a package of a course may be (packages.ts). */
const MB = 1024 * 1024;
export const packageLimits = {
  /** Of the package, as it is sent. */
  bytes: 300 * MB,
  /** Of all that is in it, unpacked. */
  unpacked: 400 * MB,
  /** Of `curso.json`. */
  text: 16 * MB,
  files: 1_000,
  modules: 200,
  /** Of the whole course, each. */
  classes: 2_000,
  parts: 6_000,
} as const;
