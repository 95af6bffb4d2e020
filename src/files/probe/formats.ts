export type ImageFormat = 'png' | 'jpeg' | 'gif'
export type VideoFormat = 'mp4' | 'mov' | 'avi'
export type Format = ImageFormat | VideoFormat

/** The first extension is the one given to a file that has none. */
const extensions: Record<Format, readonly [string, ...string[]]> = {
  png: ['png'],
  jpeg: ['jpg', 'jpeg'],
  gif: ['gif'],
  mp4: ['mp4', 'm4v'],
  mov: ['mov'],
  avi: ['avi'],
}

const contentTypes: Record<Format, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
}

export function extensionsOf(format: Format): readonly [string, ...string[]] {
  return extensions[format]
}

export function contentTypeOf(format: Format): string {
  return contentTypes[format]
}

export function isImage(format: Format): format is ImageFormat {
  return format === 'png' || format === 'jpeg' || format === 'gif'
}

/** The type of a stored file by the extension of its key; none for keys that are not ours. */
export function contentTypeOfKey(key: string): string | undefined {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const format = (Object.keys(extensions) as Format[]).find((candidate) => extensions[candidate][0] === extension)
  return format && contentTypes[format]
}
