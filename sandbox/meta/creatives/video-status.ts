import type { Video } from '../campaigns/objects.ts'

/** Uploaded, then processed over some time, then ready. */
export function videoStatus(video: Video, now: number): object {
  if (video.uploaded === undefined || video.ready === undefined)
    return {
      video_status: 'processing',
      processing_progress: 0,
      uploading_phase: { status: 'in_progress', source_file_size: video.size },
      processing_phase: { status: 'not_started' },
      publishing_phase: { status: 'not_started' },
    }
  const isReady = now >= video.ready
  const share = (now - video.uploaded) / Math.max(1, video.ready - video.uploaded)
  const phase = { status: isReady ? 'complete' : 'in_progress' }
  return {
    video_status: isReady ? 'ready' : 'processing',
    processing_progress: isReady ? 100 : Math.max(0, Math.min(99, Math.floor(share * 100))),
    uploading_phase: { status: 'complete', bytes_transferred: video.size, source_file_size: video.size },
    processing_phase: phase,
    publishing_phase: isReady ? { status: 'complete', publish_status: 'published' } : { status: 'not_started' },
  }
}
