/** Events by which somebody counts as active. `timeupdate`: a playing video. Listen in the capture phase, because it does not bubble. */
export const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll', 'timeupdate'] as const;
