import type { MediaFile, World } from '../world.ts'

/** Until the file has arrived and is processed, it counts as not uploaded. */
export function mediaStatus(world: World, media: MediaFile): 'PENDING_UPLOAD' | 'READY' | 'FAILED' {
  if (!media.file || media.ready === undefined || world.now() < media.ready) return 'PENDING_UPLOAD'
  return media.file.isBroken ? 'FAILED' : 'READY'
}
