import type fs from 'node:fs'
/** A file to upload: a path (Node alone), an http(s) address, a Blob or File, or a stream of bytes. */
export type UploadSource = string | URL | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** The content of a file, wherever it comes from. */
export interface Content {
  filename: string
  /** null: nobody knows before its end. */
  size: number | null
  /** Where it can be had from several times: a stream is gone once it was read. */
  repeatable: boolean
  chunks(): AsyncIterable<Uint8Array>
  /** Where it is one already. */
  blob: Blob | null
}

export function isAddress(source: UploadSource): source is string | URL {
  return (typeof source === 'string' || source instanceof URL) && /^https?:\/\//i.test(String(source))
}

export async function contentOf(source: UploadSource, filename: string | undefined): Promise<Content> {
  if (typeof source === 'string' || source instanceof URL) return contentOfPath(source, filename)
  if (source instanceof Blob) {
    const own = 'name' in source && typeof source.name === 'string' ? source.name : undefined
    const chunks = () => partsOf(source.stream())
    return { filename: filename ?? own ?? 'file', size: source.size, repeatable: true, chunks, blob: source }
  }
  const chunks = () => (source instanceof ReadableStream ? partsOf(source) : source)
  return { filename: filename ?? 'file', size: null, repeatable: false, chunks, blob: null }
}

async function contentOfPath(path: string | URL, filename: string | undefined): Promise<Content> {
  const { createReadStream, promises } = await nodeModule<typeof fs>('node:fs')
  const found = await promises.stat(path)
  if (!found.isFile()) throw new TypeError(`${String(path)} is no file.`)
  const whole = typeof path === 'string' ? path : decodeURIComponent(path.pathname)
  const name = filename ?? whole.split(/[/\\]/).pop() ?? whole
  return { filename: name, size: found.size, repeatable: true, chunks: () => createReadStream(path), blob: null }
}

/** Under a name that bundlers do not see: a page that never uploads a path needs no stand-in for Node's own modules. */
async function nodeModule<Module>(name: string): Promise<Module> {
  if (typeof process === 'undefined')
    throw new TypeError('Files can be uploaded by their path in Node alone: give a File or Blob.')
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as Module
}

/** Not every browser can iterate over its streams. */
async function* partsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
