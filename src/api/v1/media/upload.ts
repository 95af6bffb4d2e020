import { Uploaded, uploadCall, uploadNotes } from '../../upload/uploaded-file.ts'
import { uploadFile } from '../../../core/media/upload.ts'
import { defineEndpoint } from '../../../call/endpoint.ts'
import { bothWays, bothWaysOf } from './both-ways.ts'

export const mediaUpload = defineEndpoint({
  method: 'POST',
  path: '/v1/media/upload',
  section: 'Media and library',
  summary: 'Upload a media file, in the form field "file".',
  description: uploadNotes,
  scope: 'launch',
  uploads: true,
  bodyKind: 'multipart',
  reply: bothWaysOf(Uploaded),
  handle: async (call) => bothWays(await uploadFile(call.services, uploadCall(call, bothWays), call.files!)),
})
