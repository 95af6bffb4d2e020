import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '../../../errors.ts'
import { faceFiles } from '../../../face/files.ts'
import type { Answer } from '../../../call/operation.ts'
import { answerCached, pageHeaders } from '../docs.ts'
import { answerScript, packedOnce, scriptName } from './script.ts'

const javascript = 'text/javascript; charset=utf-8'

/** All that /docs/{file} gives out besides the script that draws. The name is looked up here and never becomes part of a path. */
const files = new Map([
  ['page.js', { address: import.meta.resolve('../page.js'), type: javascript }],
  ['page.css', { address: import.meta.resolve('../page.css'), type: 'text/css; charset=utf-8' }],
  ...faceFiles.map(({ name, address, type }) => [name, { address, type }] as const),
])

const scriptHeaders = { ...pageHeaders, 'content-type': javascript, 'x-content-type-options': 'nosniff' }

export const assetNames = [scriptName, ...files.keys()]

interface AssetRequest {
  file: string
  knownTag?: string
  encodings?: string
}

export function assetAnswers(): (asked: AssetRequest) => Promise<Answer> {
  const packed = packedOnce()
  return async ({ file, knownTag, encodings }) =>
    file === scriptName ? answerScript(packed, scriptHeaders, encodings) : answerFile(file, knownTag)
}

async function answerFile(file: string, knownTag: string | undefined): Promise<Answer> {
  const asset = files.get(file)
  if (!asset) throw notFound('file of the reference', file)
  return answerCached(await readFile(fileURLToPath(asset.address)), asset.type, knownTag, pageHeaders)
}
