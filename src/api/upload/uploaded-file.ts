import { z } from 'zod'
import { maxFileBytes } from '../../core/media/storage.ts'
import { exampleSandboxUrl } from '../../http/docs/as-it-runs.ts'
import { Dimensions } from './dimensions.ts'

/** What every stored file tells of itself. */
export const fileFields = {
  id: z.number().int().meta({ description: 'Id of the file in the library.' }),
  url: z.string().meta({ description: 'Address of the stored file; use it as media[].url of a launch.' }),
  filename: z.string().meta({
    description: 'Its name, which no other file of the company has; it carries a suffix when the name was taken.',
  }),
  originalName: z.string().meta({ description: 'Name that the file was sent with.' }),
  dimensions: Dimensions,
  size: z.number().int().meta({ description: 'Bytes.' }),
  sizeFormatted: z.string().meta({ description: 'The size for people, such as "1.2 MB".' }),
}

export const WasRenamed = z.boolean().meta({ description: 'Whether a suffix was added because the name was taken.' })

/** The Uploaded file of the contract. */
export const Uploaded = z.object({ ...fileFields, wasRenamed: WasRenamed }).meta({ id: 'UploadedFile' })

const megabyte = 1024 * 1024

const urlField = (formats: string) =>
  z
    .string()
    .trim()
    .min(1)
    .max(8000)
    .meta({ description: `Publicly readable address of a ${formats} of at most ${maxFileBytes / megabyte} MB.` })

export const urlFields = { url: urlField('PNG, JPG, GIF, MP4, MOV or AVI') }
/** Where documents are taken too. */
export const mediaUrlFields = { url: urlField('PNG, JPG, GIF, MP4, MOV, AVI or PDF') }

/** A file that the sandbox serves, for examples. */
export function sampleFile(name: string): string {
  return `${exampleSandboxUrl}/_assets/${name}`
}

const notesOn = (formats: string) =>
  `${formats} pass, at most ${maxFileBytes.toLocaleString('en')} bytes. The format is told from the ` +
  'content, and a damaged or cut-off file is refused. The same content is stored once, however often it is uploaded.'

export const uploadNotes = notesOn('PNG, JPG, JPEG, GIF, MP4, MOV and AVI')
/** Where documents are taken too. */
export const mediaUploadNotes = notesOn('PNG, JPG, JPEG, GIF, MP4, MOV, AVI and PDF')
