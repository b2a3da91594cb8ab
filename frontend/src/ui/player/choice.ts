/** What whoever watches chose for all videos; in this browser alone. */
export const choice = {
  read: (name: string): string | null => {
    try {
      return localStorage.getItem(`aulaviva.video.${name}`);
    } catch {
      return null;
    }
  },
  keep: (name: string, value: string) => {
    try {
      localStorage.setItem(`aulaviva.video.${name}`, value);
    } catch {
      // Without storage it holds for this video.
    }
  },
};
