import { Uploaded, uploadCall, uploadNotes, UrlBody, urlExample } from '../../../upload/uploaded-file.ts'
import { uploadFromUrl } from '../../../../core/media/upload.ts'
import { defineEndpoint } from '../../../../call/endpoint.ts'
import { bothWays, bothWaysOf } from '../both-ways.ts'

export const mediaUploadUrl = defineEndpoint({
  method: 'POST',
  path: '/v1/media/upload/url',
  section: 'Media and library',
  summary: 'Upload a media file by its address.',
  description: uploadNotes,
  scope: 'launch',
  uploads: true,
  tool: 'upload_media_from_url',
  body: UrlBody,
  example: urlExample,
  reply: bothWaysOf(Uploaded),
  handle: async (call) => bothWays(await uploadFromUrl(call.services, uploadCall(call, bothWays), call.body.url)),
})
