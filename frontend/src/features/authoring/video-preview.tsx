import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-route.ts';
import type { VideoAsSeenProps } from './video-as-seen.tsx';

const VideoAsSeen = lazyPart<VideoAsSeenProps>(() => import('./video-as-seen.tsx').then((module) => module.VideoAsSeen));

/** The video at an address, shown beside it; nothing without an address. */
export function VideoPreview(props: VideoAsSeenProps) {
  if (props.link.trim() === '') return null;
  return (
    <Suspense>
      <VideoAsSeen {...props} />
    </Suspense>
  );
}
