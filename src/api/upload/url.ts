import { z } from 'zod'
import { uploadFromUrl } from '../../core/media/upload.ts'
import { operation } from '../../call/operation.ts'
import { sampleFile, Uploaded, uploadNotes, urlFields } from './uploaded-file.ts'

export const uploadUrl = operation({
  name: 'upload_file_from_url',
  rest: { method: 'POST', path: '/upload/url', surface: 'upload', uploads: true },
  section: 'Media and library',
  summary: 'Upload a media file by its address.',
  description: uploadNotes,
  scope: 'launch',
  effect: 'changes',
  takesLeftovers: true,
  input: z.object(urlFields),
  example: { url: sampleFile('square.png') },
  reply: Uploaded,
  handle: (deps, call, { url }) => uploadFromUrl(deps, call, { url, onKept: call.keepAnswer }),
})
