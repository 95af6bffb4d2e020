import { uploadFile } from '../core/media/upload.ts'
import { defineEndpoint } from '../call/endpoint.ts'
import { Uploaded, uploadCall, uploadNotes } from './upload/uploaded-file.ts'

export const upload = defineEndpoint({
  method: 'POST',
  path: '/upload',
  section: 'Media and library',
  summary: 'Upload a media file, in the form field "file".',
  description: uploadNotes,
  scope: 'launch',
  uploads: true,
  surface: 'upload',
  bodyKind: 'multipart',
  reply: Uploaded,
  handle: async (call) =>
    uploadFile(
      call.services,
      uploadCall(call, (uploaded) => uploaded),
      call.files!,
    ),
})
