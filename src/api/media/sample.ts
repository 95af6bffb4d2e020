import { Readable } from 'node:stream'
import type { MediaStore } from '../../files/store/store.ts'

/** What lies under a key is named after its content and by chance, so examples need one whose name is known. */
export const sampleKey = 'sample.png'

const content = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAAA1BMVEUfX4v3ScKkAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAC0lEQVQI12NgQAUAABAAAaHFIcEAAAAASUVORK5CYII=',
  'base64',
)

/** One small picture that every service has, whatever was uploaded. */
export const sampleStore: Pick<MediaStore, 'open' | 'stat'> = {
  stat: async () => ({ size: content.length, lastModified: new Date(0) }),
  open: async (_key, range) => Readable.from([range ? content.subarray(range.start, range.end + 1) : content]),
}
