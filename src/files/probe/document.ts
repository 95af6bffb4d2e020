import { stat } from 'node:fs/promises'
import { invalidFormat } from '../media-error.ts'
import type { Analyser } from './file-analyser.ts'
import type { DocumentFormat } from './formats.ts'
import type { DocumentFacts } from './pdf-process.ts'

export interface DocumentDimensions {
  format: DocumentFormat
  size: number
  /** Points, of the first page. */
  width: number
  height: number
  pages: number
}

export async function probeDocument(analyser: Analyser<DocumentFacts>, path: string): Promise<DocumentDimensions> {
  const { size } = await stat(path)
  const facts = await analyser.analyse(path)
  if (!facts?.pages) throw invalidFormat('pdf', 'no_pages')
  return { format: 'pdf', size, ...facts }
}
