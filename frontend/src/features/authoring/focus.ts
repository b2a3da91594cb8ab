/** Focuses the element with this id as soon as it exists, within a second by default: a new part is rendered a moment later. */
export function focusSoon(id: string, ms = 1_000): void {
  const until = performance.now() + ms;
  const look = () => {
    const element = document.getElementById(id);
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
