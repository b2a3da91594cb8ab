/** What the icon of the installed application counts: unread notifications, and changes that are not sent yet. */
const counts = { unread: 0, unsent: 0 };

export const countOnIcon = (what: keyof typeof counts, count: number): void => {
  counts[what] = count;
  if (!('setAppBadge' in navigator)) return;
  const all = counts.unread + counts.unsent;
  // Where the application is not installed some browsers refuse; there is no icon to count on then.
  void (all > 0 ? navigator.setAppBadge(all) : navigator.clearAppBadge()).catch(() => undefined);
};
