import { uploadFile } from '../../core/media/upload.ts'
import { operation } from '../../call/operation.ts'
import { required } from '../../lookup.ts'
import { sampleFile, Uploaded, uploadNotes } from './uploaded-file.ts'

export const upload = operation({
  name: 'upload_file',
  rest: { method: 'POST', path: '/upload', surface: 'upload', form: true, uploads: true },
  section: 'Media and library',
  summary: 'Upload a media file, in the form field "file".',
  description: uploadNotes,
  scope: 'launch',
  effect: 'changes',
  example: { file: sampleFile('portrait.png') },
  reply: Uploaded,
  handle: (deps, call) =>
    uploadFile(deps, call, {
      nextFile: required(call.files, 'form'),
      claimContent: call.claimContent,
      onKept: call.keepAnswer,
    }),
})
