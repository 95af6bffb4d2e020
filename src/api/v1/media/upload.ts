import { required } from '../../../lookup.ts'
import { mediaUploadNotes, sampleFile, Uploaded } from '../../upload/uploaded-file.ts'
import { uploadFile } from '../../../core/media/upload.ts'
import { operation } from '../../../call/operation.ts'
import { withData, withDataShape } from './with-data.ts'

export const mediaUpload = operation({
  name: 'upload_media',
  rest: { method: 'POST', path: '/v1/media/upload', form: true, uploads: true },
  section: 'Media and library',
  summary: 'Upload a media file, in the form field "file".',
  description: mediaUploadNotes,
  scope: 'launch',
  effect: 'changes',
  example: { file: sampleFile('document.pdf') },
  reply: withDataShape(Uploaded),
  async handle(deps, call) {
    const uploaded = await uploadFile(deps, call, {
      nextFile: required(call.files, 'form'),
      claimContent: call.claimContent,
      takesDocuments: true,
      onKept: (trx, kept) => call.keepAnswer(trx, withData(kept)),
    })
    return withData(uploaded)
  },
})
