import { PlatformError } from '../../../errors.ts'
import type { StepResult } from '../../contract/launch.ts'
import type { PreparedMedia } from '../../contract/media.ts'
import { multipart } from '../../kit/http/form.ts'
import type { Api, CallOptions } from '../client.ts'
import { platformName } from '../name.ts'
import { MediaUploadWire } from '../wire.ts'

/** The slowest line that an upload is given time for. */
const slowestBytesPerSecond = 64 * 1024
/** Up to this, the time that any call is given is enough. */
const usualMs = 30_000

/** Registers a video and sends its bytes to the store that the platform names: one file, no pieces, not by address. */
export async function uploadVideo(api: Api, media: PreparedMedia, options: CallOptions): Promise<StepResult> {
  const place = await api.post(MediaUploadWire, 'media', { media_type: 'video' }, options)
  // The store ignores whatever comes after the file, so the file is the form's last part.
  const fields = new URLSearchParams(place.upload_parameters)
  const { headers, body } = multipart(fields, { ...media, field: 'file' })
  const neededMs = (media.size / slowestBytesPerSecond) * 1000
  const answer = await api.outside({
    method: 'POST',
    url: place.upload_url,
    headers,
    body,
    isWrite: true,
    timeoutMs: neededMs > usualMs ? neededMs : undefined,
    signal: options.signal,
  })
  if (answer.status >= 300) throw notTaken(answer.status)
  return { id: place.media_id }
}

function notTaken(status: number): PlatformError {
  return new PlatformError({
    platform: platformName,
    kind: status >= 500 || status === 403 ? 'transient' : 'rejected',
    code: status,
    message: `The platform's store did not take the video (HTTP ${status}).`,
    field: 'media',
  })
}
