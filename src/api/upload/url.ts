import { uploadFromUrl } from '../../core/media/upload.ts'
import { defineEndpoint } from '../../call/endpoint.ts'
import { Uploaded, uploadCall, uploadNotes, UrlBody, urlExample } from './uploaded-file.ts'

export const uploadUrl = defineEndpoint({
  method: 'POST',
  path: '/upload/url',
  section: 'Media and library',
  summary: 'Upload a media file by its address.',
  description: uploadNotes,
  scope: 'launch',
  uploads: true,
  surface: 'upload',
  body: UrlBody,
  example: urlExample,
  reply: Uploaded,
  handle: async (call) =>
    uploadFromUrl(
      call.services,
      uploadCall(call, (uploaded) => uploaded),
      call.body.url,
    ),
})
