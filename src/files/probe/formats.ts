export type ImageFormat = 'png' | 'jpeg' | 'gif'
export type VideoFormat = 'mp4' | 'mov' | 'avi'
export type DocumentFormat = 'pdf'
export type Format = ImageFormat | VideoFormat | DocumentFormat

/** What a file is to those who look at it. */
export type FileKind = 'image' | 'video' | 'document'

/** The first extension is the one given to a file that has none. */
const extensions: Record<Format, readonly [string, ...string[]]> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  gif: ['gif'],
  mp4: ['mp4', 'm4v'],
  mov: ['mov'],
  avi: ['avi'],
  pdf: ['pdf'],
}

const contentTypes: Record<Format, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  pdf: 'application/pdf',
}

export function extensionsOf(format: Format): readonly [string, ...string[]] {
  return extensions[format]
}

/** Of any of the formats. */
export function isExtension(text: string): boolean {
  return Object.values(extensions).some((own) => own.includes(text))
}

export function contentTypeOf(format: Format): string {
  return contentTypes[format]
}

export function isImage(format: Format): format is ImageFormat {
  return format === 'png' || format === 'jpeg' || format === 'gif'
}

export function isDocument(format: Format): format is DocumentFormat {
  return format === 'pdf'
}

export function kindOf(format: Format): FileKind {
  if (isDocument(format)) return 'document'
  return isImage(format) ? 'image' : 'video'
}

export function formatsOf(kind: FileKind): Format[] {
  return (Object.keys(extensions) as Format[]).filter((format) => kindOf(format) === kind)
}

/** The type of a stored file by the extension of its key; none for keys that are not ours. */
export function contentTypeOfKey(key: string): string | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const format = (Object.keys(extensions) as Format[]).find((candidate) => extensions[candidate][0] === extension)
  return format && contentTypes[format]
}
