import { z } from 'zod'
import { mediaUploadNotes, mediaUrlFields, sampleFile, Uploaded } from '../../../upload/uploaded-file.ts'
import { uploadFromUrl } from '../../../../core/media/upload.ts'
import { operation } from '../../../../call/operation.ts'
import { withData, withDataShape } from '../with-data.ts'

export const mediaUploadUrl = operation({
  name: 'upload_media_from_url',
  rest: { method: 'POST', path: '/v1/media/upload/url', uploads: true },
  section: 'Media and library',
  summary: 'Upload a media file by its address.',
  description: mediaUploadNotes,
  scope: 'launch',
  effect: 'changes',
  tool: true,
  takesLeftovers: true,
  input: z.object(mediaUrlFields),
  example: { url: sampleFile('vertical.mp4') },
  reply: withDataShape(Uploaded),
  async handle(deps, call, { url }) {
    const onKept: typeof call.keepAnswer = (trx, kept) => call.keepAnswer(trx, withData(kept))
    return withData(await uploadFromUrl(deps, call, { url, onKept, takesDocuments: true }))
  },
})
