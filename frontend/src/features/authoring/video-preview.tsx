import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-route.ts';
import type { VideoAsSeenProps } from './video-as-seen.tsx';

const VideoAsSeen = lazyPart<VideoAsSeenProps>(() => import('./video-as-seen.tsx').then((module) => module.VideoAsSeen));

/** A video beside its address; nothing without one. */
export function VideoPreview(props: VideoAsSeenProps) {
  if (props.link.trim() === '') return null;
  return (
    <Suspense>
      <VideoAsSeen {...props} />
    </Suspense>
  );
}
