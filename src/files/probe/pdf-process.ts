/** A process of its own, started by file-analyser.ts: it is sent paths and answers with facts. */
import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import type { AnalyserAnswer } from './file-analyser.ts'

export interface DocumentFacts {
  pages: number
  /** Points, of the first page as it is shown. */
  width: number
  height: number
}

async function analyse(path: string): Promise<DocumentFacts> {
  const bytes = await readFile(path)
  const document = await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), {
    verbosity: 0,
  })
  try {
    const { numPages: pages } = document
    // A list of pages that leads nowhere is found out by following it to its end.
    await document.getPage(pages)
    const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
    return { pages, width: Math.round(width), height: Math.round(height) }
  } finally {
    await document.loadingTask.destroy()
  }
}

process.on('message', (path: string) => {
  const answer = (facts: DocumentFacts | null) => process.send?.({ facts } satisfies AnalyserAnswer<DocumentFacts>)
  void analyse(path).then(answer, () => answer(null))
})
