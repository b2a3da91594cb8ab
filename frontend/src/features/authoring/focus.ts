/** Gives the focus to the element of this id as soon as it stands there, within a second by default: what was just made is drawn a moment later. */
export function focusSoon(id: string, ms = 1_000): void {
  const until = performance.now() + ms;
  const look = () => {
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
