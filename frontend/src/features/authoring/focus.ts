/** Gives the focus to the element of this id as soon as it stands there, within a second: what was just made is drawn a moment later. */
export function focusSoon(id: string): void {
  const until = performance.now() + 1_000;
  const look = () => {
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
